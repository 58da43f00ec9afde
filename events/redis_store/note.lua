-- Change what is noted about a game of an API key.
--
-- KEYS  1 about (hash: game -> note)   2 secrets of the game   3 removed (hash: how much was removed)
-- ARGV  1 game   2 the change, as JSON   3 time in ms, if this forgets a person; else ''   4 SHA-1 of the note that is to be
--       changed, '' for any   5 the most names that metadata may have
-- Returns {1, the whole note} | {0} if the game was deleted, unless this forgets a person in a result that was kept
--       | {-1} if metadata would have too many names | {-2, the note} if it is another one.

local before = redis.call('HGET', KEYS[1], ARGV[1])
if redis.call('HEXISTS', KEYS[2], 'deleted') == 1 and (ARGV[3] == '' or not before) then return {0} end
if ARGV[4] ~= '' and redis.sha1hex(before or '') ~= ARGV[4] then return {-2, before or ''} end
local about = noted(KEYS[1], ARGV[1], ARGV[2])
local names = 0
for _ in pairs(cjson.decode(about).metadata) do names = names + 1 end
if names > tonumber(ARGV[5]) then return {-1} end
redis.call('HSET', KEYS[1], ARGV[1], about)
if ARGV[3] ~= '' then
  redis.call('HINCRBY', KEYS[3], 'n', 1)
  redis.call('HSETNX', KEYS[3], 'since', ARGV[3])
end
return {1, about}
