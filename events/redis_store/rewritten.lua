-- Note that a rewrite of the append-only file has cleared out what was removed before it began.
--
-- KEYS  1 removed (hash)
-- ARGV  1 removals that had been made when it began   2 the time of that in ms

redis.call('HSET', KEYS[1], 'done', ARGV[1])
if redis.call('HGET', KEYS[1], 'n') == ARGV[1] then
  redis.call('HDEL', KEYS[1], 'since')
else
  redis.call('HSET', KEYS[1], 'since', ARGV[2])
end
return {}
