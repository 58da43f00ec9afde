-- Give a sleeping game another mark, so that nobody who read its file before wakes it with what was in it.
--
-- KEYS  1 asleep (hash: game -> pointer)
-- ARGV  1 game   2 pointer   3 pointer with the new mark
-- Returns 1 | 0 if the game does not sleep (any more), or slept anew.

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
