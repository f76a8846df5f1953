-- Keep a place for a match that an account is about to create or to join, unless it has too many.
-- KEYS  1 the account's matches that are not over  2 places kept  3 tables kept
-- ARGV  1 match, or tournament  2 mark of the request; "+n": n matches are kept  3 most matches  4 how long a place is kept (ms)
--       5 most tables, or "": it is joined  6 how many of its tables wait for players; these; then tables kept that wait no more
-- returns 1 kept | 0 too many matches | -1 too many tables
-- Keeps: matches that are not over, and those that others are about to add, count once each; so do tables. What is counted
-- and what is kept is one step, so of any number at once no more get a place than there are.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function kept(key)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  local names = {}
  for _, member in ipairs(redis.call('ZRANGE', key, 0, -1)) do
    names[string.match(member, '^%S+')] = tonumber(string.match(member, ' %+(%d+)$')) or 1
  end
  return names
end
local function keep(key)
  redis.call('ZADD', key, now + tonumber(ARGV[4]), ARGV[1] .. ' ' .. ARGV[2])
  if redis.call('PTTL', key) < tonumber(ARGV[4]) then redis.call('PEXPIRE', key, ARGV[4]) end
end

local matches = redis.call('SCARD', KEYS[1])
for match, several in pairs(kept(KEYS[2])) do
  if match ~= ARGV[1] and redis.call('SISMEMBER', KEYS[1], match) == 0 then matches = matches + several end
end
local more = tonumber(string.match(ARGV[2], '^%+(%d+)$')) or 1
if matches + more > tonumber(ARGV[3]) and redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then return 0 end
if ARGV[5] ~= '' then
  local waiting, tables, last = kept(KEYS[3]), 0, 6 + tonumber(ARGV[6])
  for i = 7, #ARGV do waiting[ARGV[i]] = i <= last or nil end
  waiting[ARGV[1]] = nil
  for _ in pairs(waiting) do tables = tables + 1 end
  if tables >= tonumber(ARGV[5]) then return -1 end
  keep(KEYS[3])
end
keep(KEYS[2])
return 1
