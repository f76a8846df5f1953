-- Add an entry to the operators' book, behind the one that its writer has seen.
-- KEYS  1 book (stream)  2 end of its chain
-- ARGV  1 the end as it was read, "" for none  2 the end with this entry  3... fields of the entry
-- returns 1 added | 0 another entry came first: nothing was written
-- Keeps: the chain has no gap and no fork; its end is that of the last entry.
if (redis.call('GET', KEYS[2]) or '') ~= ARGV[1] then return 0 end
redis.call('XADD', KEYS[1], '*', unpack(ARGV, 3))
redis.call('SET', KEYS[2], ARGV[2])
return 1
