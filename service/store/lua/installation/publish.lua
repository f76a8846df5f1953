-- Publish a checkpoint with the cosignatures it has.
-- KEYS  1 log head
-- ARGV  1 size  2 note  3 how many cosignatures  4 the log's key and the witnesses asked
-- returns 1 it is the one that is shown | 0 a later one is
-- Keeps: what is shown never goes back; best is the latest of those with the most cosignatures, since these
-- witnesses are asked under this key.
local was = redis.call('HMGET', KEYS[1], 'published_size', 'best_count', 'best_of', 'best_size')
local size, count, most = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(was[2] or -1)
if was[3] ~= ARGV[4] or count > most or (count == most and size >= tonumber(was[4] or 0)) then
  redis.call('HSET', KEYS[1], 'best', ARGV[2], 'best_count', count, 'best_of', ARGV[4], 'best_size', ARGV[1])
end
if tonumber(was[1] or 0) > size then return 0 end
redis.call('HSET', KEYS[1], 'published', ARGV[2], 'published_size', ARGV[1])
return 1
