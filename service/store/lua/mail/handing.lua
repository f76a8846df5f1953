-- Mark, just before a mail is handed over, what it carries: a deliverer that dies now leaves a trace.
-- KEYS  1 not_before  2 queue
-- ARGV  1 recipient  2 end of the lease  3 mail id  4 attempt  5... notice ids
-- returns 1 marked | 0 the lease is over or another's | -1 one of the notices was settled meanwhile
-- Keeps: only the holder of the lease marks, and only news that are still pending.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] or now >= tonumber(ARGV[2]) then return 0 end
local ids = {}
for i = 5, #ARGV do
  if redis.call('HEXISTS', KEYS[2], ARGV[i]) == 0 then return -1 end
  ids[i - 4] = ARGV[i]
end
redis.call('HSET', KEYS[2], 'handing', cjson.encode({ids = ids, mail = ARGV[3], attempt = tonumber(ARGV[4]), at = now}))
return 1
