-- Have a webhook told of something. If it waits to be told of an earlier version already, one delivery tells of both.
--
-- KEYS  1 waiting (hash: what -> delivery)   2 its order (zset: what by due time)   3 due (zset: webhook by due time)
--       4 webhooks (hash)
-- ARGV  1 webhook   2 what   3 version   4 time in ms

if redis.call('HEXISTS', KEYS[4], ARGV[1]) == 0 then return 0 end
local known = redis.call('HGET', KEYS[1], ARGV[2])
local delivery = known and cjson.decode(known) or {tries = 0, due = tonumber(ARGV[4]), since = tonumber(ARGV[4]), version = 0}
if delivery.version >= tonumber(ARGV[3]) then return 0 end
delivery.version = tonumber(ARGV[3])
redis.call('HSET', KEYS[1], ARGV[2], cjson.encode(delivery))
redis.call('ZADD', KEYS[2], 'NX', delivery.due, ARGV[2])
redis.call('ZADD', KEYS[3], 'LT', delivery.due, ARGV[1])
return 1
