-- Say when a game is due next, unless a commit has said so meanwhile.
--
-- KEYS  1 clocks (zset: game by deadline)   2 attended (those of them that go first)
-- ARGV  1 game   2 the time by which it was due, in ms   3 when it is due next, in ms; '' if no time runs in it

for _, key in ipairs(KEYS) do
  local due = redis.call('ZSCORE', key, ARGV[1])
  if due and tonumber(due) <= tonumber(ARGV[2]) then
    if ARGV[3] == '' then
      redis.call('ZREM', key, ARGV[1])
    else
      redis.call('ZADD', key, ARGV[3], ARGV[1])
    end
  end
end
