-- Put news into the outbox that belong to no step of a match (a login mail, an invitation sent later).
-- KEYS  1 out  2 not_before  3 queue  4 sent  5 news
-- ARGV  1 recipient, then per notice: id, send_at, text (JSON), account, event (JSON) or "", number of the id
-- returns how many were new
-- Keeps: a notice that was queued or settled before changes nothing; a queue with news has an entry in out.
local time = redis.call('TIME')
local now, new = time[1] * 1000 + math.floor(time[2] / 1000), 0
local not_before = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or 0)
for i = 2, #ARGV, 6 do
  if not redis.call('LPOS', KEYS[4], ARGV[i + 5]) and redis.call('HSETNX', KEYS[3], ARGV[i], ARGV[i + 2]) == 1 then
    redis.call('ZADD', KEYS[1], not_before > now and 'NX' or 'LT', ARGV[i + 1], ARGV[1])
    if ARGV[i + 4] ~= '' then redis.call('XADD', KEYS[5], '*', 'a', ARGV[i + 3], 'i', ARGV[i], 'e', ARGV[i + 4]) end
    new = new + 1
  end
end
return new
