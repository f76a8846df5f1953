-- Let an email address lead to an account only for a while longer, if it leads there.
-- KEYS  1 the address
-- ARGV  1 account  2 for how long (ms); 0: no longer
-- returns 1 so it is | 0 it leads to another, or nowhere
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
