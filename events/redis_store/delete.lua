-- Delete a game: its log, what is beside it, and its places in all indexes. What stays is the time of the deletion, beside the
-- log, where every reader and the append script find it; and its result, if the holder of its API key wants that.
--
-- KEYS  1 stream   2 secrets   3 feed   4 deleted (zset: game by the time of its deletion)   5 to 8 hashes whose fields are
--       games: entries in lists, entries in the lists of API keys, notes, sleeping games   9 removed (hash: how much was
--       removed)   10 games by external ids (hash)   11 feed of the game's API key   12 keys with webhooks (set)
--       13 outbox (zset)   14 results of deleted games (zset), if it belongs to one   15 (11) and more: the sorted sets in
--       which the game may be
-- ARGV  1 game   2 time   3 time in ms   4 feed length   5 id of the game's API key, '' for none
--       6 length of that key's feed   7 seconds after which it ends   8 entry that is kept of a game that was over, '' for none
--       9 time of its end in ms
-- Returns the time of its deletion, which may have been earlier.

local game, owner = ARGV[1], ARGV[5]
local before = redis.call('HGET', KEYS[2], 'deleted')
if before then return before end
local note = cjson.decode(redis.call('HGET', KEYS[7], game) or '{}')
local kept = note.keep_result and ARGV[8] ~= ''
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[2], 'deleted', ARGV[2])
redis.call('ZADD', KEYS[4], ARGV[3], game)
for place = 5, 8 do
  if not kept or (place ~= 6 and place ~= 7) then redis.call('HDEL', KEYS[place], game) end
end
redis.call('HINCRBY', KEYS[9], 'n', 1)
redis.call('HSETNX', KEYS[9], 'since', ARGV[3])
if note.external and redis.call('HGET', KEYS[10], note.external) == game then
  redis.call('HDEL', KEYS[10], note.external)
end
for place = owner == '' and 11 or 15, #KEYS do redis.call('ZREM', KEYS[place], game) end
if kept then
  redis.call('HSET', KEYS[2], 'owner', owner)
  redis.call('HSET', KEYS[6], game, ARGV[8])
  redis.call('ZADD', KEYS[14], ARGV[9], game)
end
-- Followers look for the game when they hear of a version that they do not know.
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], '*', 'g', game, 'v', 0, 'h', '', 'k', owner)
if owner ~= '' then
  redis.call('XADD', KEYS[11], 'MAXLEN', '~', ARGV[6], '*', 'd', game)
  redis.call('EXPIRE', KEYS[11], ARGV[7])
  if redis.call('SISMEMBER', KEYS[12], owner) == 1 then
    redis.call('ZADD', KEYS[13], 0, owner .. ' ' .. game .. ' deleted')
  end
end
return ARGV[2]
