-- Delete a game: its log, what is beside it, and its places in all indexes. What stays is the time of the deletion, beside the
-- log, where every reader and the append script find it.
--
-- KEYS  1 stream   2 secrets   3 feed   4 deleted (zset: game by the time of its deletion)   5 to 8 hashes whose fields are games
--       9 removed (hash: how much was removed)   10 feed of the game's API key   11 keys with webhooks (set)
--       12 outbox (zset), if it belongs to one   13 (10) and more: the sorted sets in which the game may be
-- ARGV  1 game   2 time   3 time in ms   4 feed length   5 id of the game's API key, '' for none
--       6 length of that key's feed   7 seconds after which it ends
-- Returns the time of its deletion, which may have been earlier.

local before = redis.call('HGET', KEYS[2], 'deleted')
if before then return before end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[2], 'deleted', ARGV[2])
redis.call('ZADD', KEYS[4], ARGV[3], ARGV[1])
for place = 5, 8 do redis.call('HDEL', KEYS[place], ARGV[1]) end
redis.call('HINCRBY', KEYS[9], 'n', 1)
redis.call('HSETNX', KEYS[9], 'since', ARGV[3])
local owner = ARGV[5]
for place = owner == '' and 10 or 13, #KEYS do redis.call('ZREM', KEYS[place], ARGV[1]) end
-- Followers look for the game when they hear of a version that they do not know.
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], '*', 'g', ARGV[1], 'v', 0, 'h', '', 'k', owner)
if owner ~= '' then
  redis.call('XADD', KEYS[10], 'MAXLEN', '~', ARGV[6], '*', 'd', ARGV[1])
  redis.call('EXPIRE', KEYS[10], ARGV[7])
  if redis.call('SISMEMBER', KEYS[11], owner) == 1 then
    redis.call('ZADD', KEYS[12], 0, owner .. ' ' .. ARGV[1] .. ' deleted')
  end
end
return ARGV[2]
