-- Say whether a file that no pointer names may be deleted, and note since when it is not named.
--
-- KEYS  1 asleep (hash: game -> pointer)   2 unnamed (zset: "<game>.<mark>" by time)
-- ARGV  1 game   2 its pointer when the file was found, '' for none   3 "<game>.<mark>"   4 ms for which it stays
-- Returns 1 if it may; then it can never be named again | 0 if it must stay.

if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
local now, since = now_ms(), tonumber(redis.call('ZSCORE', KEYS[2], ARGV[3]))
if not since or since > now then
  redis.call('ZADD', KEYS[2], now, ARGV[3])
  return 0
end
if now - since < tonumber(ARGV[4]) then return 0 end
redis.call('ZREM', KEYS[2], ARGV[3])
return 1
