-- Change a webhook that is as it was read.
-- KEYS  1 webhook  2 its queue  3 webhooks that are due
-- ARGV  1 version that was read  2 "1": forget what waits for it  3 its name in the due set, or ""  4... field, value, ...
-- returns 1 changed | 0 somebody else has changed it meanwhile | -1 there is no such webhook
-- Keeps: every change makes a new version; a webhook that was deleted does not come back.
local version = redis.call('HGET', KEYS[1], 'version')
if not version then return -1 end
if version ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', version + 1, unpack(ARGV, 4))
if ARGV[2] == '1' then redis.call('DEL', KEYS[2]) end
if ARGV[3] ~= '' then redis.call('ZADD', KEYS[3], 'LT', 0, ARGV[3]) end
return 1
