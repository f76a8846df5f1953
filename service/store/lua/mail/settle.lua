-- Finish an attempt: what was sent or dropped leaves the queue for ever, a record stays, the rest waits for its time.
-- KEYS  1 out  2 not_before  3 queue  4 sent  5 deliveries  6 given_up
-- ARGV  1 recipient  2 end of the lease  3 mail id or ""  4 record (packed) or ""  5 retry at (ms) or ""
--       6 keep records and settled ids (s)  7 how many records  8 how many settled ids
--       9 how many of the last ids are given up  10 how many such notices are kept  11... id, its number, ...
-- returns 1 settled | 2 the same record was written before | 0 neither the lease nor the mail being handed over is ours
-- Keeps: a settled notice is never queued again; a queue with news has an entry in out, an empty one has none.
-- What is given up is kept aside as it was, so that it can be sent again. Who lost the lease but still owns the hand-over mark may settle what it sent, and leaves the rest to the next holder.
local recipient, retry = ARGV[1], ARGV[5]
if ARGV[4] ~= '' and redis.call('LINDEX', KEYS[5], 0) == ARGV[4] then return 2 end
local mine = redis.call('HGET', KEYS[2], recipient) == ARGV[2]
local mark = redis.call('HGET', KEYS[3], 'handing')
local told, handing = pcall(cjson.decode, mark or '')
if not mine and not (told and type(handing) == 'table' and ARGV[3] ~= '' and handing.mail == ARGV[3]) then return 0 end
redis.call('HDEL', KEYS[3], 'handing')
for i = 11, #ARGV, 2 do
  local given = i > #ARGV - 2 * ARGV[9] and redis.call('HGET', KEYS[3], ARGV[i])
  if given and redis.call('HLEN', KEYS[6]) < tonumber(ARGV[10]) then
    redis.call('HSET', KEYS[6], ARGV[i], given)
    redis.call('EXPIRE', KEYS[6], ARGV[6])
  end
  redis.call('HDEL', KEYS[3], ARGV[i])
  if not redis.call('LPOS', KEYS[4], ARGV[i + 1]) then redis.call('LPUSH', KEYS[4], ARGV[i + 1]) end
end
redis.call('LTRIM', KEYS[4], 0, ARGV[8] - 1)
redis.call('EXPIRE', KEYS[4], ARGV[6])
if ARGV[4] ~= '' then
  redis.call('LPUSH', KEYS[5], ARGV[4])
  redis.call('LTRIM', KEYS[5], 0, ARGV[7] - 1)
  redis.call('EXPIRE', KEYS[5], ARGV[6])
end
if retry ~= '' then redis.call('HINCRBY', KEYS[3], 'attempts', 1) else redis.call('HDEL', KEYS[3], 'attempts') end
if not mine then return 1 end
local next_at
local fields = redis.call('HGETALL', KEYS[3])
for i = 1, #fields, 2 do
  local readable, notice = pcall(cjson.decode, fields[i + 1])
  local at = fields[i] ~= 'attempts' and (readable and type(notice) == 'table' and tonumber(notice.send_at) or 0)
  if at and (not next_at or at < next_at) then next_at = at end
end
redis.call('HDEL', KEYS[2], recipient)
if not next_at then
  redis.call('ZREM', KEYS[1], recipient)
  redis.call('DEL', KEYS[3])
elseif retry ~= '' then
  redis.call('ZADD', KEYS[1], retry, recipient)
  redis.call('HSET', KEYS[2], recipient, retry)
else redis.call('ZADD', KEYS[1], next_at, recipient) end
return 1
