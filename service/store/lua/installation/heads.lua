-- Read the lines of a match's log whose heads the log of all matches lacks, as they are stored. Writes nothing.
-- KEYS  1 match  2 lines  3 leaves
-- ARGV  1 the last entry that its caller knows to be in the log  2 how many at most
-- returns {} there is no such match, or it stands in the middle of a torn step | {the last entry in the log, n, line...}
-- Keeps: of a torn step, which may be taken back, no head is told: the log never has two for one entry.
local was = redis.call('HMGET', KEYS[1], 'n', 'av', 'w')
local n = tonumber(was[1] or '')
if not n or redis.call('LLEN', KEYS[2]) ~= n or (was[3] and was[3] ~= was[1] .. ':' .. (was[2] or '')) then return {} end
local last = math.max(redis.call('LLEN', KEYS[3]), tonumber(ARGV[1]))
local found = {last, n}
for _, line in ipairs(redis.call('LRANGE', KEYS[2], last, last + tonumber(ARGV[2]) - 1)) do found[#found + 1] = line end
return found
