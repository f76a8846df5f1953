-- Read a match as it stands at one moment, with the store's clock beside it. Writes nothing.
-- KEYS  1 match  2 acts  3 secrets  4 revoked  5 parked
-- ARGV  1 "1" to read the secrets too  2 token id, or ""  3 match id
-- returns {} no such match | {now} the token was revoked | {now, fields, acts, secrets, parked entry or false}
-- Keeps: fields, acts and secrets belong together (a pipeline of reads could fall between two transitions).
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
if ARGV[2] ~= '' and redis.call('ZSCORE', KEYS[4], ARGV[2]) then return {now} end
local fields = redis.call('HMGET', KEYS[1], 'n', 'head', 'at', 'av', 'table', 'state', 'due', 'closes')
if not fields[1] and redis.call('EXISTS', KEYS[1]) == 0 then return {} end
local secrets = {}
if ARGV[1] == '1' then secrets = redis.call('HGETALL', KEYS[3]) end
local parked = redis.pcall('HGET', KEYS[5], ARGV[3])
return {now, fields, redis.call('HGETALL', KEYS[2]), secrets, type(parked) == 'string' and parked}
