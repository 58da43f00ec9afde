-- Note a file that is about to be written, and that no pointer names yet.
--
-- KEYS  1 unnamed (zset: "<game>.<mark>" by time)
-- ARGV  1 "<game>.<mark>"
-- Returns the time here in ms.

local now = now_ms()
redis.call('ZADD', KEYS[1], now, ARGV[1])
return now
