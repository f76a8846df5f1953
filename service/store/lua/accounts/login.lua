-- Count a login asked for by one network for one address against the budgets of both, all or nothing.
-- KEYS  1 the pair's day  2 the pair's slot  3 the mailbox's day  4 the mailbox's slot  5 the address' slot
-- ARGV  1 the pair's burst a day  2 the mailbox's burst a day  3 day in ms  4 slot in ms
--       5 "1": the network's own budget has room  6 "1": the owner has logged in from this network before
--       7 "1": the address has an owner, somebody has logged in with it
-- returns {1 send or 0, 1 say yes or 0, ms until a slot is free}
-- Keeps: beyond the bursts one mail a slot; a budget is only spent on a mail that is sent. An owner has a mail younger than a
--        slot or gets one, whatever others have asked for. What is said does not depend on ARGV 6 and 7, and what is written
--        and spent not on ARGV 7: neither time nor budgets reveal which addresses are known.
local function room(day, slot, burst)
  if tonumber(redis.call('GET', day) or 0) < burst then return day, 0 end
  local left = redis.call('PTTL', slot)
  if left <= 0 then return slot, 0 end
  return nil, left
end
local function spend(key, life)
  if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, life) end
end
local pair, pair_left = room(KEYS[1], KEYS[2], tonumber(ARGV[1]))
local box, box_left = room(KEYS[3], KEYS[4], tonumber(ARGV[2]))
local say = ARGV[5] == '1' and pair and box
local fresh = redis.call('PTTL', KEYS[5]) <= 0
local counted = say or (pair and ARGV[6] == '1')
local send = counted or (fresh and ARGV[7] == '1')
if counted then
  if pair then spend(pair, pair == KEYS[1] and ARGV[3] or ARGV[4]) end
  if box then spend(box, box == KEYS[3] and ARGV[3] or ARGV[4]) end
end
if counted or fresh then redis.call('SET', KEYS[5], '1', 'PX', ARGV[4]) end
return {send and 1 or 0, say and 1 or 0, math.max(pair_left, box_left)}
