-- Use an authorization code for a token that is about to be made. A code is good once.
-- KEYS  1 grant
-- ARGV  1 id of the token to be made  2 for how long its use is remembered (ms)
-- returns {"first", ""} | {"used", id of the token that it made} | {"none", ""}
-- Keeps: of several uses at once one is the first; whoever comes later learns which token to revoke.
if redis.call('EXISTS', KEYS[1]) == 0 then return {'none', ''} end
local before = redis.call('HGET', KEYS[1], 'token')
if before then return {'used', before} end
redis.call('HSET', KEYS[1], 'token', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {'first', ''}
