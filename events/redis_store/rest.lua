-- Give a webhook back, and note when it is due next.
--
-- KEYS  1 order of what waits (zset: what by due time)   2 due (zset: webhook by due time)   3 lease
-- ARGV  1 webhook   2 time in ms before which it is not called   3 the lease's holder

local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if first[1] then
  redis.call('ZADD', KEYS[2], math.max(tonumber(first[2]), tonumber(ARGV[2])), ARGV[1])
else
  redis.call('ZREM', KEYS[2], ARGV[1])
end
if redis.call('GET', KEYS[3]) == ARGV[3] then redis.call('DEL', KEYS[3]) end
return 1
