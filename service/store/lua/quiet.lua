-- Tell which matches ask an account nothing, without taking them apart. Writes nothing.
-- KEYS  1 parked, then per match: match, acts, lines
-- ARGV  1 mark of the account (see asks)  2... kinds of optional decisions that count as questions
-- returns per match: n, it is whole and asks the account nothing | 0 whoever wants to know has to read it: it may ask something,
--         it is torn, parked, damaged or away
-- Keeps: asks counts only with the table and the state beside which it was written.
local mark, counts, parked = ARGV[1], {}, redis.call('HLEN', KEYS[1]) > 0
for i = 2, #ARGV do counts[ARGV[i]] = true end
local function whole(match, acts, lines)
  if parked and redis.call('HEXISTS', KEYS[1], string.match(match, '[^:]+$')) == 1 then return end
  local m = redis.call('HMGET', match, 'asks', 'table', 'state', 'n', 'av', 'w', 'head', 'at', 'due', 'closes')
  if not m[1] or string.sub(m[1], 1, 16) ~= string.sub(redis.sha1hex(m[2] .. (m[3] or '')), 1, 16) then return end
  if m[6] ~= m[4] .. ':' .. m[5] or redis.call('LLEN', lines) ~= tonumber(m[4]) then return end
  if not (m[7] and tonumber(m[8]) and (m[9] == '' or tonumber(m[9]))) or type(cjson.decode(m[10])) ~= 'table' then return end
  local laid, found = redis.call('HGETALL', acts), {}
  for i = 1, #laid, 2 do found[laid[i]] = cjson.decode(laid[i + 1]).commitment or true end
  return m, found
end
local function quiet(match, acts, lines)
  local m, found = whole(match, acts, lines)
  if not m then return 0 end
  for word in string.gmatch(string.sub(m[1], 18), '%S+') do
    local who, how, what = string.match(word, '^(%x+)(%p?)(.*)$')
    local answered = how == '?' and (found[what] or cjson.null) ~= cjson.null or how == '~' and not counts[what]
    if who == mark and not answered then return 0 end
  end
  return tonumber(m[4])
end
local replies = {}
for i = 2, #KEYS, 3 do
  local readable, reply = pcall(quiet, KEYS[i], KEYS[i + 1], KEYS[i + 2])
  replies[#replies + 1] = readable and reply or 0
end
return replies
