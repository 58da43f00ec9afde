-- What stands before the scripts that note something about a game of an API key.

-- The note about a game after a change: `metadata` replaces that which was noted, `players` those of the seats that it names;
-- null takes a player away.
local function noted(key, game, change)
  local about, new = cjson.decode(redis.call('HGET', key, game) or '{}'), cjson.decode(change)
  about.metadata = new.metadata or about.metadata or {}
  about.players = about.players or {}
  for seat, player in pairs(new.players or {}) do
    about.players[seat] = player ~= cjson.null and player or nil
  end
  return cjson.encode(about)
end

