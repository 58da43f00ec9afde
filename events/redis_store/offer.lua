-- Note a token that is to take the place of a seat's token once it is used, or nothing if the seat has another token by now.
--
-- KEYS  1 secrets (hash: secret, token hashes)
-- ARGV  1 field of the seat's token   2 hash of that token   3 field of its successor   4 hash of the successor
-- Returns 1 | 0 if the seat has another token.

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[3], ARGV[2] .. ' ' .. ARGV[4])
return 1
