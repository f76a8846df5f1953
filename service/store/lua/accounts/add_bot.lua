-- Put a bot on its owner's list, unless the list is full.
-- KEYS  1 the owner's list of bots
-- ARGV  1 bot  2 most bots
-- returns 1 it is listed, now or before | 0 the list is full
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 1 end
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('SADD', KEYS[1], ARGV[1])
return 1
