-- Read a match as it stands at one moment, with the store's clock beside it. Writes nothing.
-- KEYS  1 match  2 acts  3 secrets  4 revoked  5 lines  6 parked  7 running  8 archived  9 talk
-- ARGV  1 "1" to read the secrets too, for workers  2 token id, or ""  3 match id
-- returns {} no such match | {now, when it closed, "archived"} it has left for the archive | {now} the token was revoked | {now, why, n, av, head, w, length of the log} it stands in the
--         middle of a torn step; {now, why} it is parked for that already, or set aside | {now, fields, acts, secrets, parked entry or false, outages as JSON or false}; the last field: how often the talk changed, or false
-- Keeps: fields, acts and secrets belong together (a pipeline of reads could fall between two transitions).
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
if ARGV[2] ~= '' and redis.call('ZSCORE', KEYS[4], ARGV[2]) then return {now} end
local running = redis.pcall('HMGET', KEYS[7], 'until', 'beat', 'halted', 'outages')
-- A worker acts by this time; everybody else may read.
if ARGV[1] == '1' and (running[3] or running[1] and (tonumber(now) > tonumber(running[1]) or tonumber(now) < running[2] - 2000)) then
  return redis.error_reply('CLOCK ' .. (running[3] or 'the time is not trusted'))
end
local parked = redis.pcall('HGET', KEYS[6], ARGV[3])
parked = type(parked) == 'string' and parked
local reason, again = '', false
if parked then
  local readable, entry = pcall(cjson.decode, parked)
  reason = readable and type(entry) == 'table' and type(entry.reason) == 'string' and entry.reason or parked
  -- Once the operator has said so a worker looks at it again; everybody else waits for what the worker finds.
  again = ARGV[1] == '1' and readable and type(entry) == 'table' and tonumber(entry.next)
end
if string.sub(reason, 1, 11) == 'set aside: ' and not again then return {now, reason} end  -- whatever is stored of it
local fields = redis.call('HMGET', KEYS[1], 'n', 'head', 'at', 'av', 'table', 'state', 'due', 'closes', 'w')
local whole = table.remove(fields, 9)
-- Of a creation that a crash tore nobody was told: there is no such match.
if not fields[1] and (whole == '' or redis.call('EXISTS', KEYS[1]) == 0) then
  local closed = redis.pcall('ZSCORE', KEYS[8], ARGV[3])
  return type(closed) == 'string' and {now, closed, 'archived'} or {}
end
if string.sub(reason, 1, 11) == 'half a step' and not again then return {now, reason} end
local length, torn = redis.call('LLEN', KEYS[5]), nil
if tonumber(fields[1] or '') and tonumber(fields[4] or '') then
  local n, mark = fields[1], fields[1] .. ':' .. fields[4]
  if length ~= tonumber(n) then torn = 'n is ' .. n .. ', the log has ' .. length .. ' entries'
  elseif whole and whole ~= mark then
    torn = 'n:av is ' .. mark .. ', the last whole step or act left ' .. (whole == '' and 'nothing' or whole)
  end
end
if torn then return {now, torn, fields[1], fields[4], fields[2] or '', whole or '', length} end
local secrets = {}
if ARGV[1] == '1' then secrets = redis.call('HGETALL', KEYS[3]) end
local talk = redis.pcall('HGET', KEYS[9], 'changes')  -- damaged, it costs only itself
fields[#fields + 1] = type(talk) == 'string' and talk
return {now, fields, redis.call('HGETALL', KEYS[2]), secrets, parked, running[4] or false}
