-- Append leaves to the log of all matches, with the checkpoint that counts them.
-- KEYS  1 log head  2... the bundles and tiles that grow
-- ARGV  1 size before  2 size after  3 edge  4 note  5 filed: of the leaves below it, all matches know
--       6 edge before  7... for each of KEYS from 2 on: where, and the bytes
-- returns 1 done, or this very growth was done before | 0 stale: somebody else appended, or these are not the leaves that were
--         read: at a server that another has replaced there may be as many
-- Keeps: size, edge and note belong together and come last; below size nothing is ever written again. What a crash left
-- beyond it is overwritten.
local size = tonumber(redis.call('HGET', KEYS[1], 'size') or 0)
if size ~= tonumber(ARGV[1]) or (redis.call('HGET', KEYS[1], 'edge') or '') ~= ARGV[6] then
  return size == tonumber(ARGV[2]) and redis.call('HGET', KEYS[1], 'note') == ARGV[4] and 1 or 0
end
for i = 2, #KEYS do redis.call('SETRANGE', KEYS[i], ARGV[2 * i + 3], ARGV[2 * i + 4]) end
redis.call('HSET', KEYS[1], 'size', ARGV[2], 'edge', ARGV[3], 'note', ARGV[4], 'filed', ARGV[5])
return 1
