-- Keep a new webhook of an account.
-- KEYS  1 the account's webhooks  2 webhook
-- ARGV  1 its id  2 how many at most  3... field, value, ...
-- returns 1 kept | 2 it was there before, and stays as it is | 0 the account has as many of its form as it may have
-- Keeps: the list names every webhook there is; a limit holds however many are made at once.
if redis.call('EXISTS', KEYS[2]) == 1 then return 2 end
local form, others = string.sub(ARGV[1], 1, 1), 0
for _, one in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if one ~= ARGV[1] and string.sub(one, 1, 1) == form then others = others + 1 end
end
if others >= tonumber(ARGV[2]) then return 0 end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], unpack(ARGV, 3))
return 1
