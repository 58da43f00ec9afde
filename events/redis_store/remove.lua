-- Remove a game that the archive has from Redis, or nothing at all.
--
-- KEYS  1 stream   2 secrets   3 over (zset: game by the time of its end)
-- ARGV  1 game   2 last version and   3 its audit head, as its entry has it, both in the archive; 0 and '' if Redis had no such game
--       4 how often names were forgotten, as the archive has it, '' for never
-- Returns 1 if it was removed | 0 if it was not there (any more) | -1 if the log is another one, or names were forgotten | -2 if the game was deleted.

local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not last then
  redis.call('ZREM', KEYS[3], ARGV[1])
  return redis.call('HEXISTS', KEYS[2], 'deleted') == 1 and -2 or 0
end
-- The head is the second of a commit's fields.
if last[1] ~= ARGV[2] .. '-0' or last[2][4] ~= ARGV[3] then return -1 end
if (redis.call('HGET', KEYS[2], 'forgot') or '') ~= ARGV[4] then return -1 end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[1])
return 1
