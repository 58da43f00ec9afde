-- Have a webhook told of something. If it waits to be told of an earlier version already, one delivery tells of both.
-- A webhook for which too much waits is disabled, and all of that is dropped.
--
-- KEYS  1 waiting (hash: what -> delivery)   2 its order (zset: what by due time)   3 due (zset: webhook by due time)
--       4 webhooks (hash)
-- ARGV  1 webhook   2 what   3 version   4 its mark   5 time in ms   6 how many deliveries may wait
--       7 why the webhook is disabled if there are more
-- Returns 1 if it waits now | 0 if it waited already, or the webhook is gone or disabled | -1 if the webhook was disabled.

local stored = redis.call('HGET', KEYS[4], ARGV[1])
local webhook = stored and cjson.decode(stored)
if not webhook or webhook.disabled ~= cjson.null then return 0 end
local known = redis.call('HGET', KEYS[1], ARGV[2])
if not known and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[6]) then
  webhook.disabled = ARGV[7]
  redis.call('HSET', KEYS[4], ARGV[1], cjson.encode(webhook))
  redis.call('UNLINK', KEYS[1], KEYS[2])
  redis.call('ZREM', KEYS[3], ARGV[1])
  return -1
end
local delivery = known and cjson.decode(known) or {tries = 0, due = tonumber(ARGV[5]), since = tonumber(ARGV[5]), version = -1}
local version = tonumber(ARGV[3])
if delivery.version > version or (delivery.version == version and delivery.mark == ARGV[4]) then return 0 end
delivery.version, delivery.mark = version, ARGV[4]
redis.call('HSET', KEYS[1], ARGV[2], cjson.encode(delivery))
redis.call('ZADD', KEYS[2], 'NX', delivery.due, ARGV[2])
redis.call('ZADD', KEYS[3], 'LT', delivery.due, ARGV[1])
return 1
