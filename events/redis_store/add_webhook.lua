-- Add a webhook, unless its API key has as many as it may have.
--
-- KEYS  1 webhooks (hash)
-- ARGV  1 webhook   2 the webhook as it is stored   3 id of its API key   4 most webhooks of a key
-- Returns 1 if it is there now | 0 if the key has too many.

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return 1 end  -- Sent a second time, after a lost reply.
-- Stored webhooks are JSON without blanks, and within a string of JSON each quote has a backslash: so this finds the field
-- alone, and faster than decoding all webhooks of all keys.
local field, count = '"owner":"' .. ARGV[3] .. '"', 0
for _, stored in ipairs(redis.call('HVALS', KEYS[1])) do
  if stored:find(field, 1, true) then count = count + 1 end
end
if count >= tonumber(ARGV[4]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
