-- Write events into an account's feed, each once, and let go of the oldest; beside them what it answered in time.
-- KEYS  1 feed  2 marks  3 the account's webhooks  4 webhooks that are due  5 account
-- ARGV  1 bucket that the events come from  2 how long events are kept (ms)  3 how many at most  4 account
--       5 how many answers are remembered, then per event: its position in the bucket's news, its id, its text (JSON);
--       per answer: its position, "", "1" (in time) or "0"
-- returns how many events were new
-- Keeps: positions in a feed only grow, whatever the clock does. b<bucket> is the last position of that bucket's news whose
-- event is in the feed: relays read a bucket's news from its start and in order, so what is not beyond it has been written.
-- cut is the last position that fell out: a reader who has seen that far has missed nothing.
-- Every webhook of the account is due as soon as there is something new.
-- Answers are counted by the same mark, so each once. Of bots, and of accounts that are gone or go, none are remembered.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function parts(position)
  local ms, number = string.match(position, '^(%d+)-(%d+)$')
  return tonumber(ms), tonumber(number)
end
local marks = redis.call('HMGET', KEYS[2], 'last', 'b' .. ARGV[1], 'cut')
local last, known, cut, added = marks[1] or '0-0', marks[2] or '0-0', marks[3] or '0-0', 0
local answered, before = '', known
if redis.call('EXISTS', KEYS[1]) == 0 then cut = last end
for i = 6, #ARGV, 3 do
  local ms, number = parts(ARGV[i])
  local known_ms, known_number = parts(known)
  if ms > known_ms or (ms == known_ms and number > known_number) then
    known = ARGV[i]
    if ARGV[i + 1] == '' then
      answered = answered .. ARGV[i + 2]
    else
      local last_ms, last_number = parts(last)
      last = now > last_ms and string.format('%.0f-0', now) or string.format('%.0f-%.0f', last_ms, last_number + 1)
      redis.call('XADD', KEYS[1], last, 'i', ARGV[i + 1], 'e', ARGV[i + 2])
      added = added + 1
    end
  end
end
if known == before then return 0 end
if answered ~= '' then
  local account = redis.pcall('HMGET', KEYS[5], 'created', 'owner', 'answered')
  if not account.err and account[1] and not account[2] then
    redis.call('HSET', KEYS[5], 'answered', string.sub((account[3] or '') .. answered, -ARGV[5]))
  end
end
if added == 0 then
  redis.call('HSET', KEYS[2], 'b' .. ARGV[1], known)
  return 0
end
local length, dropped = redis.call('XLEN', KEYS[1]), 0
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', added + 16)) do
  if length - dropped <= tonumber(ARGV[3]) and parts(entry[1]) >= now - tonumber(ARGV[2]) then break end
  cut, dropped = entry[1], dropped + 1
end
if dropped > 0 then redis.call('XTRIM', KEYS[1], 'MAXLEN', '=', length - dropped) end
redis.call('HSET', KEYS[2], 'last', last, 'b' .. ARGV[1], known, 'cut', cut)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
for _, webhook in ipairs(redis.call('SMEMBERS', KEYS[3])) do
  redis.call('ZADD', KEYS[4], 'LT', now, ARGV[4] .. ':' .. webhook)
end
return added
