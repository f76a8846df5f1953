-- Count some more in several fixed windows at once: in all of them or, where one is full, in none.
-- KEYS  counters, all in one bucket
-- ARGV  1 how many more, then per counter: limit, window in ms
-- returns {0, 0} counted | {number of the counter that is full, from 1; ms until its window ends}
-- Keeps: a refusal writes nothing, so that hammering neither costs an fsync nor uses up the other windows.
local more = tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) + more > tonumber(ARGV[2 * i]) then
    return {i, math.max(redis.call('PTTL', key), 0)}
  end
end
for i, key in ipairs(KEYS) do
  if redis.call('INCRBY', key, more) == more then redis.call('PEXPIRE', key, ARGV[2 * i + 1]) end
end
return {0, 0}
