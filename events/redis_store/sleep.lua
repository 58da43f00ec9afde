-- Remove a game's log from Redis once it is in the folder of sleeping games, or nothing at all.
--
-- KEYS  1 stream   2 secrets   3 asleep (hash: game -> pointer)   4 bots (zset: game by due time)
--       5 unnamed (zset: "<game>.<mark>" by time)
-- ARGV  1 game   2 last version and   3 its audit head, as its entry has it   4 pointer
--       5 "<game>.<mark>" of its file   6 time in ms that reserve.lua returned   7 ms for which that holds
--       then the fields and values of the secrets, as the file has them
-- Returns 1 if it sleeps | 0 if the log or a secret is another one by now, a bot is to act, or the file may be gone.

-- The script was sent again after its reply was lost.
if redis.call('HGET', KEYS[3], ARGV[1]) == ARGV[4] then return 1 end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
-- The head is the second of a commit's fields.
if not last or last[1] ~= ARGV[2] .. '-0' or last[2][4] ~= ARGV[3] then return 0 end
if redis.call('HLEN', KEYS[2]) * 2 ~= #ARGV - 7 then return 0 end
for at = 8, #ARGV, 2 do
  if redis.call('HGET', KEYS[2], ARGV[at]) ~= ARGV[at + 1] then return 0 end
end
if redis.call('ZSCORE', KEYS[4], ARGV[1]) then return 0 end
if not reserved(KEYS[5], ARGV[5], ARGV[6], ARGV[7]) then return 0 end

redis.call('UNLINK', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[4])
redis.call('ZREM', KEYS[5], ARGV[5])
return 1
