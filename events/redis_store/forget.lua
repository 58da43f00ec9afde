-- Delete names that are kept beside the log of a game, and note that they are forgotten, or do nothing at all.
--
-- KEYS  1 secrets   2 feed   3 forgotten (zset: "<game> <seal>" by time)   4 forgetting (the same, only for a while)
--       5 and 6 lines (hashes: game -> entry in a list)   7 removed (hash: how much was removed)
-- ARGV  1 game   2 time in ms   3 feed length   4 and 5 the first entry, before and afterwards   6 and 7 the second one
--       8 number of seals; then a field of the secrets for each, then "<game> <seal>" for each
-- Returns 1 | 0 if an entry is another one by now.

for at = 0, 1 do
  if (redis.call('HGET', KEYS[5 + at], ARGV[1]) or '') ~= ARGV[4 + 2 * at] then return 0 end
end

local first_seal = 9 + ARGV[8]
local changed = false
for at = 9, first_seal - 1 do
  changed = redis.call('HDEL', KEYS[1], ARGV[at]) == 1 or changed
end
for at = 0, 1 do
  if ARGV[5 + 2 * at] ~= ARGV[4 + 2 * at] then
    redis.call('HSET', KEYS[5 + at], ARGV[1], ARGV[5 + 2 * at])
    changed = true
  end
end
local removed = changed
for at = first_seal, #ARGV do
  -- What was forgotten long ago is not looked at again when another game of the same names is.
  if redis.call('ZADD', KEYS[3], 'NX', ARGV[2], ARGV[at]) == 1 or changed then
    removed = true
    redis.call('ZADD', KEYS[4], 'NX', ARGV[2], ARGV[at])
  end
end
-- A name that only a file had was in Redis before, and so in its append-only file.
if removed then
  redis.call('HINCRBY', KEYS[7], 'n', 1)
  redis.call('HSETNX', KEYS[7], 'since', ARGV[2])
end
if changed then
  -- An append, or a move to the archive, of a process that still knows the names finds another number.
  if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HINCRBY', KEYS[1], 'forgot', 1) end
  -- Followers read the game anew when they hear of a version that they do not know.
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[3], '*', 'g', ARGV[1], 'v', 0, 'h', '')
end
return 1
