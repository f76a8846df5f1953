-- Tell in which matches an account may be asked something. Writes nothing.
-- KEYS  per bucket: asking, parked
-- ARGV  1 account
-- returns per bucket: its members of the account | 0: its matches have to be read, as the sweep has not vouched for all of them,
--         or one of the bucket is parked
local replies, from, to = {}, '[' .. ARGV[1] .. ' ', '(' .. ARGV[1] .. '!'
for i = 1, #KEYS, 2 do
  local complete = type(redis.pcall('ZSCORE', KEYS[i], '!')) == 'string' and redis.pcall('HLEN', KEYS[i + 1]) == 0
  replies[#replies + 1] = complete and redis.call('ZRANGEBYLEX', KEYS[i], from, to) or 0
end
return replies
