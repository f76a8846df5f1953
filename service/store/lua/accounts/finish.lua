-- Finish a request with an idempotency key: keep its answer, or forget that it ran.
-- KEYS  1 the key's record
-- ARGV  1 the record with which this request began (JSON)  2 fingerprint  3 record with its answer (JSON), "": forget it
--       4 for how long an answer is kept (ms)
-- returns the record of an answer that was kept before, which stays; else nil
-- Keeps: the first answer kept is the one that everybody gets; nobody forgets an answer, or another's request that runs.
local before = redis.call('GET', KEYS[1])
if ARGV[3] == '' then
  if before == ARGV[1] then redis.call('DEL', KEYS[1]) end
  return false
end
local told, record = pcall(cjson.decode, before or '')
if told and type(record) == 'table' and before ~= ARGV[1] then
  if not record.running then return before end
  -- It took longer than anybody waits, and the key was used for something else since.
  if record.fingerprint ~= ARGV[2] then return false end
end
redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
return false
