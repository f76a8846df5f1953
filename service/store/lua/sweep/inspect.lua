-- Read what must agree in a match that no crash tore. Writes nothing.
-- KEYS  1 match  2 lines
-- ARGV  none
-- returns {} no such match | {n, av, head, status, table, w or nil, length of the log, its last line or "", decision, text, ...}
-- Keeps: all of it is read at one moment.
local m = redis.call('HMGET', KEYS[1], 'n', 'av', 'head', 'status', 'table', 'w')
if not m[1] then return {} end
local found = {m[1], m[2], m[3], m[4], m[5], m[6], redis.call('LLEN', KEYS[2]), redis.call('LINDEX', KEYS[2], -1) or ''}
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 2) == 'd:' then
    found[#found + 1] = string.sub(field, 3)
    found[#found + 1] = redis.call('HGET', KEYS[1], field)
  end
end
return found
