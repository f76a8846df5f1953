-- Forget which account an email address leads to, if it is still this one.
-- KEYS  1 the address
-- ARGV  1 account
-- returns 1 forgotten | 0 it leads to another, or nowhere
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
