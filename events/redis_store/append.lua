-- Append one commit to a game's log, with all that follows from it, or nothing at all.
-- Every check stands before the first write, because Redis does not undo a script that fails midway.
--
-- KEYS  1 stream   2 secrets (hash: secret, token hashes)   3 bots (zset: game by due time)   4 feed
--       5 lines (hash: game -> line of the list)   6 list it leaves   7 list it enters
--       8 over (zset: game by the time of its end)
--       and only for a game that belongs to an API key:
--       9 its lines (hash)   10 its list that the game leaves   11 the one it enters   12 about (hash), if there is something
--       to note
-- ARGV  1 expected version   2 game   3 field of the caller's token, '' for none   4 hash of the caller's token
--       5 due time of a bot's turn in ms, '' if none is to act, '-' if none was either   6 feed length
--       7 line, '' if unchanged   8 score in the lists in ms   9 audit head (32 bytes) at the expected version, '' for version 0
--       10 time in ms if the commit ends the game, else ''
--       11 number of secrets' fields and values that follow, then those, then the commit's three fields and values;
--       for a game that belongs to an API key also: its line, its score in ms, and what is to be noted about it, if anything
-- Returns {1} | {0, commits from the expected version on, secrets} at another version or token | {-1} for an unknown game.

local function missed()
  return {0, redis.call('XRANGE', KEYS[1], ARGV[1] .. '-0', '+'), redis.call('HGETALL', KEYS[2])}
end

local function hex(head)
  return (head:gsub('.', function(byte) return ('%02x'):format(byte:byte()) end))
end

local version = tonumber(ARGV[1])
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if (last and last[1] or '0-0') ~= ARGV[1] .. '-0' then
  if redis.call('EXISTS', KEYS[2]) == 0 then return {-1} end
  return missed()
end
-- The head is the second of a commit's fields. Another one at this version: Redis has lost commits, and gone on without them.
-- The first version of the service stored heads in hex, and their games are played on.
if last and last[2][4] ~= ARGV[9] and last[2][4] ~= hex(ARGV[9]) then
  return missed()
end
if ARGV[3] ~= '' and redis.call('HGET', KEYS[2], ARGV[3]) ~= ARGV[4] then
  return missed()
end

local first = 12 + tonumber(ARGV[11])
local line = ARGV[first + 6]
local about = KEYS[12] and noted(KEYS[12], ARGV[2], ARGV[first + 8])
redis.call('XADD', KEYS[1], (version + 1) .. '-0', unpack(ARGV, first, first + 5))
if first > 12 then
  redis.call('HSET', KEYS[2], unpack(ARGV, 12, first - 1))
end
if ARGV[5] == '' then
  redis.call('ZREM', KEYS[3], ARGV[2])
elseif ARGV[5] ~= '-' then
  redis.call('ZADD', KEYS[3], ARGV[5], ARGV[2])
end
-- With the beginning of the commit's head, by which who knows another commit of this version sees that it is no more.
redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[6], '*', 'g', ARGV[2], 'v', version + 1, 'h', ARGV[first + 3]:sub(1, 4))
if line then
  redis.call('HSET', KEYS[9], ARGV[2], line)
  redis.call('ZREM', KEYS[10], ARGV[2])
  redis.call('ZADD', KEYS[11], ARGV[first + 7], ARGV[2])
  if about then redis.call('HSET', KEYS[12], ARGV[2], about) end
end
if ARGV[7] ~= '' then
  redis.call('HSET', KEYS[5], ARGV[2], ARGV[7])
  redis.call('ZREM', KEYS[6], ARGV[2])
  redis.call('ZADD', KEYS[7], ARGV[8], ARGV[2])
end
if ARGV[10] ~= '' then
  redis.call('ZADD', KEYS[8], ARGV[10], ARGV[2])
end
return {1}
