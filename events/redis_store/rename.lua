-- Give the log of a sleeping game another file, or do nothing at all. Nobody who read the one before wakes it with what was
-- in it.
--
-- KEYS  1 asleep (hash: game -> pointer)   2 unnamed (zset: "<game>.<mark>" by time)
-- ARGV  1 game   2 pointer   3 pointer to the new file   4 "<game>.<mark>" of the old one   5 and of the new one
--       6 time in ms that reserve.lua returned   7 ms for which that holds
-- Returns 1 | 0 if the game does not sleep (any more), slept anew, or the new file may be gone.

local found = redis.call('HGET', KEYS[1], ARGV[1])
if found == ARGV[3] then return 1 end  -- The script was sent again after its reply was lost.
if found ~= ARGV[2] or not reserved(KEYS[2], ARGV[5], ARGV[6], ARGV[7]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('ZREM', KEYS[2], ARGV[5])
redis.call('ZADD', KEYS[2], now_ms(), ARGV[4])
return 1
