-- What stands before other scripts: the time, and whether a file may become that of a sleeping game.

local function now_ms()
  local now = redis.call('TIME')
  return now[1] * 1000 + math.floor(now[2] / 1000)
end

-- Whether a file was reserved at this time, has not been given up since, and not long ago: a file that nobody names for longer
-- may be gone, and one that turned up later may be about to go.
local function reserved(unnamed, file, at, lasts)
  local since = tonumber(redis.call('ZSCORE', unnamed, file))
  return since == tonumber(at) and math.abs(now_ms() - since) < tonumber(lasts)
end

