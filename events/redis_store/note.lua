-- Change what is noted about a game of an API key.
--
-- KEYS  1 about (hash: game -> note)   2 secrets of the game   3 removed (hash: how much was removed)
-- ARGV  1 game   2 the change, as JSON   3 time in ms, if this forgets a person; else ''
-- Returns the whole note, or nothing if the game was deleted.

if redis.call('HEXISTS', KEYS[2], 'deleted') == 1 then return false end
local about = noted(KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[1], ARGV[1], about)
if ARGV[3] ~= '' then
  redis.call('HINCRBY', KEYS[3], 'n', 1)
  redis.call('HSETNX', KEYS[3], 'since', ARGV[3])
end
return about
