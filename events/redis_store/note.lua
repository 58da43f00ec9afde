-- Change what is noted about a game of an API key.
--
-- KEYS  1 about (hash: game -> note)
-- ARGV  1 game   2 the change, as JSON
-- Returns the whole note.

local about = noted(KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[1], ARGV[1], about)
return about
