-- Find the games in which the time of a seat is over, by the time here, and note now and then when that was last looked for.
--
-- KEYS  1 clocks (zset: game by deadline)   2 looked (hash: at; down and up, the bounds of the last time that nobody looked)
--       3 attended (those of the games that go first)
-- ARGV  1 most games   2 ms without a look after which the service counts as down
-- Returns the time, down and up, all in ms, the games that are due and go first, and others that are due.

local now = redis.call('TIME')
local now_ms = now[1] * 1000 + math.floor(now[2] / 1000)
-- Where no clock runs nothing is written, so that services without clocks do not pay for them.
if redis.call('EXISTS', KEYS[1]) == 0 then return {now_ms, 0, 0, {}, {}} end
local at, down, up = unpack(redis.call('HMGET', KEYS[2], 'at', 'down', 'up'))
at, down, up = tonumber(at or 0), tonumber(down or 0), tonumber(up or 0)
if at > 0 and now_ms - at > tonumber(ARGV[2]) then
  -- Down again before all deadlines that passed the last time were moved: they are still to be moved.
  if redis.call('ZCOUNT', KEYS[1], '(' .. down, up) == 0 then down = at end
  up = now_ms
  redis.call('HSET', KEYS[2], 'down', down, 'up', up)
end
-- Each look would be a write. Deadlines that an older note takes in have been dealt with, as somebody has looked since.
if now_ms - at > tonumber(ARGV[2]) / 4 then redis.call('HSET', KEYS[2], 'at', now_ms) end
local first = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now_ms, 'LIMIT', 0, ARGV[1])
local others = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now_ms, 'LIMIT', 0, ARGV[1])
return {now_ms, down, up, first, others}
