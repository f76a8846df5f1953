-- Write a player's rating in a game as it was computed again, or remove it; or note that all of them are written.
-- KEYS  1 head; of a rating: 2 ratings  3 ranks  4 history
-- ARGV  1 size of the log from which it was computed; of a rating: 2 player  3 rating, or "" where nothing counts  4 rank
--       5... lines of the history
-- returns 1 done | 0 the log has grown: nothing was changed
-- Keeps: rating, rank and history of a player say the same; what was computed from less of the log replaces nothing.
if tonumber(redis.call('HGET', KEYS[1], 'size') or 0) ~= tonumber(ARGV[1]) then return 0 end
if #ARGV == 1 then redis.call('HDEL', KEYS[1], 'stale') return 1 end
redis.call('DEL', KEYS[4])
if ARGV[3] == '' then redis.call('HDEL', KEYS[2], ARGV[2]); redis.call('ZREM', KEYS[3], ARGV[2]) return 1 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('ZADD', KEYS[3], ARGV[4], ARGV[2])
for i = 5, #ARGV do redis.call('RPUSH', KEYS[4], ARGV[i]) end
return 1
