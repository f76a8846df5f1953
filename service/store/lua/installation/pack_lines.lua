-- Pack old lines of a log together: the place of the first holds them, those of the others are left empty.
-- KEYS  1 lines  2 leaves
-- ARGV  1 place of the first (from 0)  2 how many  3 SHA-1 of them as they were read, one behind the other  4 the packed text
-- returns 1 done | 0 they are not as they were read, or not all old: in the log of all matches, and none the last of its log
-- Keeps: a log has as many places as entries, and its last line stands by itself. A crash between two writes leaves the text
-- and lines that are in it as well, which is the same log.
local first, count = tonumber(ARGV[1]), tonumber(ARGV[2])
if redis.call('LLEN', KEYS[1]) <= first + count or redis.call('LLEN', KEYS[2]) < first + count then return 0 end
if redis.sha1hex(table.concat(redis.call('LRANGE', KEYS[1], first, first + count - 1))) ~= ARGV[3] then return 0 end
redis.call('LSET', KEYS[1], first, ARGV[4])
for place = first + 1, first + count - 1 do redis.call('LSET', KEYS[1], place, '') end
return 1
