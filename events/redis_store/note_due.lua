-- Say when a game is due next, unless a commit has said so meanwhile.
--
-- KEYS  1 clocks (zset: game by deadline)
-- ARGV  1 game   2 the time by which it was due, in ms   3 when it is due next, in ms; '' if no time runs in it

local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due or tonumber(due) > tonumber(ARGV[2]) then return end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
end
