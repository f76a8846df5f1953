-- Read a match as it stands at one moment, with the store's clock beside it. Writes nothing.
-- KEYS  1 match  2 acts  3 secrets  4 revoked  5 lines  6 parked
-- ARGV  1 "1" to read the secrets too  2 token id, or ""
-- returns {} no such match | {now} the token was revoked | {now, why} it stands in the middle of a torn step
--         | {now, fields, acts, secrets}
-- Keeps: fields, acts and secrets belong together (a pipeline of reads could fall between two transitions).
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
if ARGV[2] ~= '' and redis.call('ZSCORE', KEYS[4], ARGV[2]) then return {now} end
local fields = redis.call('HMGET', KEYS[1], 'n', 'head', 'at', 'av', 'table', 'state', 'due', 'closes', 'w')
if not fields[1] then return {} end
local parked = redis.call('HGET', KEYS[6], string.match(KEYS[1], '[^:]+$'))
if parked and string.sub(parked, 1, 11) == 'half a step' then return {now, parked} end
local length, whole = redis.call('LLEN', KEYS[5]), table.remove(fields, 9)
if length ~= tonumber(fields[1]) then return {now, 'n is ' .. fields[1] .. ', the log has ' .. length .. ' entries'} end
if whole and whole ~= fields[1] .. ':' .. fields[4] then
  return {now, 'n:av is ' .. fields[1] .. ':' .. fields[4] .. ', the last whole step or act left ' .. whole}
end
local secrets = {}
if ARGV[1] == '1' then secrets = redis.call('HGETALL', KEYS[3]) end
return {now, fields, redis.call('HGETALL', KEYS[2]), secrets}
