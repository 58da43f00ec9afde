-- Append one commit to a game's log, with all that follows from it, or nothing at all.
-- Every check stands before the first write, because Redis does not undo a script that fails midway.
--
-- KEYS  1 stream   2 secrets (hash: secret, token hashes)   3 feed; then the keys of the parts
-- ARGV  1 expected version   2 game   3 field of the caller's token, '' for none   4 hash of the caller's token
--       5 audit head (32 bytes) at the expected version, '' for version 0   6 feed length
--       7 to 12 the commit's three fields and values   13 number of secrets' fields and values
--       14 the names of the parts; then the secrets' fields and values, then the arguments of the parts
-- Returns {1} | {0, commits from the expected version on, secrets} at another version or token, or if names were forgotten
--       | {-1} for an unknown game | {-3, time here in ms} if the clock of the process is more than two seconds off
--       | {-4, the game} if another game of the API key has this external id.
--
-- What not every commit changes is a part. Its keys and arguments follow those of the parts above it in this list:
--   time                                                          what the clock of the process shows in ms
--   names                                                         how often names were forgotten, as far as is known
--   external  games by external ids (hash)                        the field of the external id of a game that begins
--   note    about (hash: game -> note)                            what is to be noted
--   feed    feed (stream) of the game's API key                   the key's id, line, its length, seconds after which it ends
--   outbox  keys with webhooks (set), outbox (zset)               the key's id, events of which webhooks are to be told, and
--                                                                 their score: version, and beneath it 32 bits of the head
--   bots    bots (zset: game by due time)                         due time of a bot's turn in ms, '' if no bot is to act
--   owned   lines (hash) of an API key's games, the key's list    line, score in ms
--           that the game leaves, the one that it enters
--   listed  lines (hash), list it leaves, list it enters          line, score in ms
--   deadline  clocks (zset: game by deadline), attended           deadline in ms, '' if no time runs; the same, '' if the
--           (those of them that go first)                         game does not go first
--   over    over (zset: game by the time of its end)              time in ms

local function missed()
  return {0, redis.call('XRANGE', KEYS[1], ARGV[1] .. '-0', '+'), redis.call('HGETALL', KEYS[2])}
end

local function hex(head)
  return (head:gsub('.', function(byte) return ('%02x'):format(byte:byte()) end))
end

local version, game = tonumber(ARGV[1]), ARGV[2]
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
-- A deleted game has no log, and must not begin again by a repeat of its creation.
if not last and redis.call('HEXISTS', KEYS[2], 'deleted') == 1 then
  return missed()
end
if (last and last[1] or '0-0') ~= ARGV[1] .. '-0' then
  if redis.call('EXISTS', KEYS[2]) == 0 then return {-1} end
  return missed()
end
-- The head is the second of a commit's fields. Another one at this version: Redis has lost commits, and gone on without them.
-- The first version of the service stored heads in hex, and their games are played on.
if last and last[2][4] ~= ARGV[5] and last[2][4] ~= hex(ARGV[5]) then
  return missed()
end
if ARGV[3] ~= '' and redis.call('HGET', KEYS[2], ARGV[3]) ~= ARGV[4] then
  return missed()
end

local key, arg = 3, 14 + tonumber(ARGV[13])
local function has(part) return ARGV[14]:find(part, 1, true) end
local function keys(count)
  key = key + count
  return unpack(KEYS, key - count + 1, key)
end
local function args(count)
  arg = arg + count
  return unpack(ARGV, arg - count + 1, arg)
end

if has('time') then
  local now = redis.call('TIME')
  local now_ms = now[1] * 1000 + math.floor(now[2] / 1000)
  if math.abs(args(1) - now_ms) > 2000 then return {-3, now_ms} end
end

-- The entries in lists have names. A process that has not heard that one was forgotten must not write it again.
if has('names') and (redis.call('HGET', KEYS[2], 'forgot') or '') ~= args(1) then return missed() end

local external, field
if has('external') then
  external, field = keys(1), args(1)
  local other = redis.call('HGET', external, field)
  if other then return {-4, other} end
end

local about, note
if has('note') then
  about = keys(1)
  note = noted(about, game, args(1))
end

redis.call('XADD', KEYS[1], (version + 1) .. '-0', unpack(ARGV, 7, 12))
if ARGV[13] ~= '0' then
  redis.call('HSET', KEYS[2], unpack(ARGV, 15, 14 + ARGV[13]))
end
if external then
  redis.call('HSET', external, field, game)
end
-- A lesson goes by itself, wherever it stands, and leaves nothing.
if version == 0 and redis.call('HEXISTS', KEYS[2], 'lesson') == 1 then
  redis.call('EXPIRE', KEYS[1], 86400)
  redis.call('EXPIRE', KEYS[2], 86400)
end
if note then
  redis.call('HSET', about, game, note)
end
-- The beginning of the head shows processes that know another commit of this version that Redis has lost it.
local feed, start = KEYS[3], ARGV[10]:sub(1, 4)
if has('feed') then
  local lines = keys(1)
  local owner, line, length, seconds = args(4)
  redis.call('XADD', lines, 'MAXLEN', '~', length, '*', 'l', line)
  redis.call('EXPIRE', lines, seconds)
  redis.call('XADD', feed, 'MAXLEN', '~', ARGV[6], '*', 'g', game, 'v', version + 1, 'h', start, 'k', owner)
else
  redis.call('XADD', feed, 'MAXLEN', '~', ARGV[6], '*', 'g', game, 'v', version + 1, 'h', start)
end
if has('outbox') then
  local hooked, outbox = keys(2)
  local owner, events, score = args(3)
  if redis.call('SISMEMBER', hooked, owner) == 1 then
    for event in events:gmatch('%S+') do
      redis.call('ZADD', outbox, score, owner .. ' ' .. game .. ' ' .. event)
    end
  end
end
local function index(due_games, due)
  if due == '' then
    redis.call('ZREM', due_games, game)
  else
    redis.call('ZADD', due_games, due, game)
  end
end
if has('bots') then index(keys(1), args(1)) end
for _, part in ipairs({'owned', 'listed'}) do
  if has(part) then
    local lines, left, entered = keys(3)
    local line, score = args(2)
    redis.call('HSET', lines, game, line)
    if left ~= entered then redis.call('ZREM', left, game) end
    redis.call('ZADD', entered, score, game)
  end
end
if has('deadline') then
  local clocks, attended = keys(2)
  local due, due_first = args(2)
  index(clocks, due)
  index(attended, due_first)
end
if has('over') then
  redis.call('ZADD', keys(1), args(1), game)
end
return {1}
