-- Put the log of a sleeping game back into Redis, or nothing at all. What stands before this text defines `append`, which
-- may append a commit in the same step: its keys and arguments come first, as if it ran by itself.
--
-- KEYS  1 stream   2 secrets   the last ones: asleep (hash: game -> pointer), unnamed (zset: "<game>.<mark>" by time)
-- ARGV  2 game   and the last ones: pointer, "<game>.<mark>", text and head of each commit, fields and values of the secrets,
--       number of texts and heads, number of fields and values
-- Returns what `append` returns | {-2} if the game does not sleep (any more), or slept anew.

local asleep, unnamed, count = KEYS[#KEYS - 1], KEYS[#KEYS], #ARGV
local secrets = count - 1 - ARGV[count]
local commits = secrets - ARGV[count - 1]
if redis.call('HGET', asleep, ARGV[2]) ~= ARGV[commits - 2] then return {-2} end

for at = commits, secrets - 1, 2 do
  redis.call('XADD', KEYS[1], (at - commits) / 2 + 1 .. '-0', 'c', ARGV[at], 'h', ARGV[at + 1])
end
-- One by one: a game may have had more names than Lua unpacks.
for at = secrets, count - 3, 2 do
  redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
end
redis.call('HDEL', asleep, ARGV[2])
-- Its file stays for a while: should this Redis lose what it did last, the pointer is back.
redis.call('ZADD', unnamed, now_ms(), ARGV[commits - 1])
return append()
