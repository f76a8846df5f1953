-- Have events that wait for a webhook sent now.
-- KEYS  1 webhook  2 its queue  3 webhooks that are due
-- ARGV  1 its name in the due set  2... position, entry as it was read, entry as it is to be, ...
-- returns how many are due now
-- Keeps: what was sent, or put off again, since it was read stays as it is; nothing waits for a webhook that is gone.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local due = 0
for i = 2, #ARGV, 3 do
  if redis.call('HGET', KEYS[2], ARGV[i]) == ARGV[i + 1] then
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 2])
    due = due + 1
  end
end
redis.call('ZADD', KEYS[3], 'LT', 0, ARGV[1])
return due
