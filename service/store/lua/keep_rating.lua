-- Write a player's rating in a game as it was computed again, or remove it.
-- KEYS  1 ratings  2 ranks  3 history
-- ARGV  1 player  2 rating, or "" where nothing counts  3 rank  4... lines of the history
-- returns 1
-- Keeps: rating, rank and history of a player say the same.
redis.call('DEL', KEYS[3])
if ARGV[2] == '' then redis.call('HDEL', KEYS[1], ARGV[1]); redis.call('ZREM', KEYS[2], ARGV[1]) return 1 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
for i = 4, #ARGV do redis.call('RPUSH', KEYS[3], ARGV[i]) end
return 1
