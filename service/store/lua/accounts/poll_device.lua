-- A program asks whether its device code has been decided upon. One that asks too often is told to slow down.
-- KEYS  1 device code
-- ARGV  1 what the program calls itself  2 by how much (ms) the time between two questions grows each time it was too short
-- returns {"none"} unknown, another program's, or used | {"expired"} | {"slow"} | {"pending"} | {"denied"}
--         | {"approved", account, scopes, when (ms)}
-- Keeps: an approval is handed out once. Questions are counted only while nothing is decided, so a decision is never held back.
local d = redis.call('HMGET', KEYS[1], 'client', 'state', 'expires', 'account', 'scopes', 'polled', 'pause')
if not d[1] or d[1] ~= ARGV[1] or d[2] == 'used' then return {'none'} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now > tonumber(d[3]) then return {'expired'} end
if d[2] == 'denied' then return {'denied'} end
if d[2] == 'approved' then
  redis.call('HSET', KEYS[1], 'state', 'used')
  return {'approved', d[4], d[5], redis.call('HGET', KEYS[1], 'decided')}
end
local since, pause = now - tonumber(d[6]), tonumber(d[7])
redis.call('HSET', KEYS[1], 'polled', string.format('%.0f', now))
if since >= pause then return {'pending'} end
redis.call('HSET', KEYS[1], 'pause', string.format('%.0f', pause + tonumber(ARGV[2])))
return {'slow'}
