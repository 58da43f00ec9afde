-- What stands before the scripts that note something about a game of an API key.

-- The note about a game after a change: each name in `metadata` and each seat in `players` gets its new value, null takes it
-- away. Other fields replace what was noted.
local function noted(key, game, change)
  local about, new = cjson.decode(redis.call('HGET', key, game) or '{}'), cjson.decode(change)
  for _, part in ipairs({'metadata', 'players'}) do
    about[part] = about[part] or {}
    for name, value in pairs(new[part] or {}) do
      about[part][name] = value ~= cjson.null and value or nil
    end
  end
  for _, field in ipairs({'external', 'creation', 'keep_result'}) do
    if new[field] ~= nil then about[field] = new[field] end
  end
  return cjson.encode(about)
end

