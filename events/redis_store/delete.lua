-- Delete a game: its log, what is beside it, and its places in all indexes. What stays is the time of the deletion, beside the
-- log, where every reader and the append script find it.
--
-- KEYS  1 stream   2 secrets   3 feed   4 deleted (zset: game by the time of its deletion)   5 to 8 hashes whose fields are games
--       9 and more: the sorted sets in which the game may be
-- ARGV  1 game   2 time   3 time in ms   4 feed length
-- Returns the time of its deletion, which may have been earlier.

local before = redis.call('HGET', KEYS[2], 'deleted')
if before then return before end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[2], 'deleted', ARGV[2])
redis.call('ZADD', KEYS[4], ARGV[3], ARGV[1])
for place = 5, 8 do redis.call('HDEL', KEYS[place], ARGV[1]) end
for place = 9, #KEYS do redis.call('ZREM', KEYS[place], ARGV[1]) end
-- Followers look for the game when they hear of a version that they do not know.
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], '*', 'g', ARGV[1], 'v', 0, 'h', '')
return ARGV[2]
