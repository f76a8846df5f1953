-- Take a finished match out of the store, once it is safe in the archive.
-- KEYS  1 match  2 acts  3 secrets  4 seen  5 lines  6 leaves  7 due  8 unlogged  9 parked  10 archived, then per recipient: queue, sent
-- ARGV  1 match id  2 n  3 av  4 head  5 w or ""  as they were when it was read for the archive
-- returns 1 it is out | 0 it is not (any more) as it was read, or there is something left to do with it; nothing was written
-- Keeps: what goes is what was read; it is listed as archived before it goes, so whatever a crash leaves of this is one or
-- both, and the next sweep finishes. What a step cannot have left (acts, secrets of a match that is over) stays to be looked at.
local m = redis.call('HMGET', KEYS[1], 'n', 'av', 'head', 'w', 'status', 'due', 'at')
if m[1] ~= ARGV[2] or m[2] ~= ARGV[3] or m[3] ~= ARGV[4] or (m[4] or '') ~= ARGV[5] then return 0 end
if m[5] ~= 'closed' or (m[6] or '') ~= '' then return 0 end
if redis.call('LLEN', KEYS[5]) ~= tonumber(m[1]) or redis.call('LLEN', KEYS[6]) ~= tonumber(m[1]) then return 0 end
if redis.call('EXISTS', KEYS[2], KEYS[3], KEYS[4]) > 0 then return 0 end
if redis.call('ZSCORE', KEYS[7], ARGV[1]) or redis.call('ZSCORE', KEYS[8], ARGV[1]) or redis.call('HEXISTS', KEYS[9], ARGV[1]) == 1 then return 0 end
-- A full server refuses the first command that needs memory, unless one that writes came before it: this one, which changes nothing.
redis.call('ZREM', KEYS[7], ARGV[1])
redis.call('ZADD', KEYS[10], m[7], ARGV[1])
redis.call('DEL', KEYS[1], KEYS[5], KEYS[6])
-- What was told need not be remembered: nobody can take a step in it again. Who still has news keeps it, and it expires.
for i = 11, #KEYS, 2 do
  if redis.call('EXISTS', KEYS[i]) == 0 then redis.call('DEL', KEYS[i + 1]) end
end
return 1
