-- Note what came of one delivery of a webhook, and when the webhook is due next.
--
-- KEYS  1 waiting (hash: what -> delivery)   2 its order (zset: what by due time)   3 due (zset: webhook by due time)
--       4 webhooks (hash)   5 past deliveries (list)   6 lease
-- ARGV  1 webhook   2 what was delivered   3 version that was delivered   4 delivery that is still to be made, '' if none
--       5 its due time   6 the webhook afterwards   7 past delivery   8 how many of these are kept   9 time in ms
--       10 '1' if everything that waits is due now   11 the lease's holder   12 mark of the version that was delivered

local stored = redis.call('HGET', KEYS[4], ARGV[1])
if not stored then
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[5], KEYS[6])
  redis.call('ZREM', KEYS[3], ARGV[1])
  return 0
end
local known = redis.call('HGET', KEYS[1], ARGV[2])
local delivery = known and cjson.decode(known)
if delivery and delivery.version == tonumber(ARGV[3]) and delivery.mark == ARGV[12] then
  if ARGV[4] == '' then
    redis.call('HDEL', KEYS[1], ARGV[2])
    redis.call('ZREM', KEYS[2], ARGV[2])
  else
    redis.call('HSET', KEYS[1], ARGV[2], ARGV[4])
    redis.call('ZADD', KEYS[2], ARGV[5], ARGV[2])
  end
end
local webhook = cjson.decode(stored)
if webhook.disabled == cjson.null then  -- Otherwise it was disabled meanwhile, and stays so.
  redis.call('HSET', KEYS[4], ARGV[1], ARGV[6])
  webhook = cjson.decode(ARGV[6])
end
if ARGV[7] ~= '' then
  redis.call('LPUSH', KEYS[5], ARGV[7])
  redis.call('LTRIM', KEYS[5], 0, ARGV[8] - 1)
end
if webhook.disabled ~= cjson.null then
  redis.call('DEL', KEYS[1], KEYS[2])
elseif ARGV[10] == '1' then
  for _, what in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    redis.call('ZADD', KEYS[2], 'LT', ARGV[9], what)
  end
end
local first = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
if first[1] then
  redis.call('ZADD', KEYS[3], math.max(tonumber(first[2]), webhook.paused_ms), ARGV[1])
else
  redis.call('ZREM', KEYS[3], ARGV[1])
end
if redis.call('GET', KEYS[6]) == ARGV[11] then redis.call('DEL', KEYS[6]) end
return 1
