-- One step of a match: log, state, table, due time, erased secrets and news change together or not at all.
-- KEYS  1 match  2 acts  3 secrets  4 seen  5 lines  6 due  7 out  8 lobby  9 heads  10 parked  11 not_before
--       12 unlogged  13 running  14 asking  15 talk  16 results, then per notice: queue, sent; last of all: news
-- ARGV  1 plan (JSON)  2 table  3 state or ""  4... export lines
--       plan = {n, av?, basis?: {head, acts: how many, read: [[which of KEYS, field, SHA-1]]}, now?, last, head, at, status, due?, asks?, decisions: {id: {phase, text}}, erase: [fields], erase_seed,
--               secrets: {field: value or ""}, seen: [numbers], lobby?: created, negative while played, unparks?, notices: [{id, number, recipient, send_at, text, account?, event?}], answers?: [[account, in time]], result?: JSON}
-- returns 1 done | 0 stale: log or acts went on | 2 exactly this step was done before | 3 torn or set aside, and not retried
-- Keeps: n is the length of the log; the due set holds the field due; a guard that fails writes nothing, nor does a time not trusted.
-- w says "n:av" as the last thing a step or an act writes: a reader that finds anything else is looking at a torn one.
-- A creation is the step from n = 0. Early closes of decisions that go on standing survive and bring due forward, unless
-- their acts are erased. A step without lines counts as an act, so that guarding av finds it. Held recipients (leased,
-- backing off) are not hurried. A key of a wrong type is found before anything is written; one that is not the match's own
-- (a list, a recipient's queue) costs only itself.
for i, wanted in ipairs({'hash', 'hash', 'hash', 'set', 'list', 'zset'}) do
  local kind = redis.call('TYPE', KEYS[i]).ok
  if kind ~= wanted and kind ~= 'none' then return redis.error_reply('WRONGTYPE ' .. KEYS[i]) end
end
local match, plan, id, time = KEYS[1], cjson.decode(ARGV[1]), string.match(KEYS[1], '[^:]+$'), redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local beat = redis.pcall('HMGET', KEYS[13], 'until', 'beat', 'halted')
local strange = beat[1] and (now > tonumber(beat[1]) or now < beat[2] - 2000 or (plan.now or 0) > now + 2000)
if beat[3] or strange then return redis.error_reply('CLOCK ' .. (beat[3] or 'the time is not trusted')) end
local was = redis.call('HMGET', match, 'n', 'head', 'av', 'closes', 'w', 'asks')
local same = not plan.basis or was[2] == plan.basis.head and redis.call('HLEN', KEYS[2]) == plan.basis.acts  -- not only as long
for _, read in ipairs(plan.basis and plan.basis.read or {}) do same = same and redis.sha1hex(redis.call('HGET', KEYS[read[1]], read[2]) or '') == read[3] end
if tonumber(was[1] or 0) ~= plan.n or plan.av and tonumber(was[3] or 0) ~= plan.av or not same then
  return was[2] == plan.head and tonumber(was[1]) == plan.last and plan.last > plan.n and 2 or 0
end
local length = redis.call('LLEN', KEYS[5])  -- below: what a torn creation left, of which nobody was told
if plan.n == 0 and length > 0 then length = length - length * redis.call('DEL', KEYS[5]) end
if length ~= plan.n or (was[1] and was[5] and was[5] ~= was[1] .. ':' .. was[3]) then return 3 end
local parked = redis.pcall('HGET', KEYS[10], id)
if type(parked) == 'string' and (string.find(parked, 'half a step', 1, true) or string.find(parked, '"set aside: ', 1, true)) then
  local readable, entry = pcall(cjson.decode, parked)
  if not readable or type(entry) ~= 'table' or entry.next == cjson.null then return 3 end end
local due, closes, erased = plan.due, {}, {}
for _, field in ipairs(plan.erase) do erased[string.match(field, ':(.*)$')] = true end
for decision, closing in pairs(cjson.decode(was[4] or '{}')) do
  local standing = plan.decisions[decision]
  if standing and standing.phase == closing.phase and not erased[decision] then
    closes[decision] = closing
    if closing.at and (not due or closing.at < due) then due = closing.at end
  end
end
local av = (was[3] or 0) + (plan.last == plan.n and 1 or 0)
for i = 4, #ARGV do redis.call('RPUSH', KEYS[5], ARGV[i]) end  -- a full server refuses the first command that needs memory
if plan.n == 0 then redis.call('HSET', match, 'w', '') end
redis.call('HSET', match, 'n', plan.last, 'head', plan.head, 'at', plan.at, 'av', av, 'status', plan.status,
  'table', ARGV[2], 'closes', cjson.encode(closes), 'base', plan.due or '', 'due', due or '')
if plan.asks then redis.call('HSET', match, 'asks', plan.asks) else redis.call('HDEL', match, 'asks') end
for decision, standing in pairs(plan.decisions) do redis.call('HSET', match, 'd:' .. decision, standing.text) end
for _, field in ipairs(redis.call('HKEYS', match)) do
  if string.sub(field, 1, 2) == 'd:' and not plan.decisions[string.sub(field, 3)] then redis.call('HDEL', match, field) end
end
if ARGV[3] ~= '' then redis.call('HSET', match, 'state', ARGV[3]) end
if due then redis.call('ZADD', KEYS[6], due, id) else redis.call('ZREM', KEYS[6], id) end
for _, field in ipairs(plan.erase) do redis.call('HDEL', KEYS[2], field); redis.call('HDEL', KEYS[3], 'box:' .. field, 'kept:' .. field) end
for field, value in pairs(plan.secrets) do if value == '' then redis.call('HDEL', KEYS[3], field) else redis.call('HSET', KEYS[3], field, value) end end
for _, number in ipairs(plan.seen) do redis.call('SADD', KEYS[4], number) end
if plan.erase_seed then redis.call('DEL', KEYS[3]) end
if plan.status == 'closed' then redis.call('DEL', KEYS[2], KEYS[4]) end
if plan.status == 'closed' and redis.call('PTTL', KEYS[15]) == -1 then redis.call('PEXPIRE', KEYS[15], plan.talk_kept) end
for who, how in string.gmatch(was[6] or '', '(p_%x+)(%S*)') do redis.pcall('ZREM', KEYS[14], who .. ' ' .. id .. how) end
for who, how in string.gmatch(plan.asks or '', '(p_%x+)(%S*)') do
  local readable, answer = pcall(cjson.decode, string.sub(how, 1, 1) == '?' and redis.call('HGET', KEYS[2], string.sub(how, 2)))
  if not readable or type(answer) ~= 'table' or (answer.commitment or cjson.null) == cjson.null then redis.pcall('ZADD', KEYS[14], 0, who .. ' ' .. id .. how) end
end
if plan.lobby then redis.pcall('ZADD', KEYS[8], plan.lobby, id) else redis.pcall('ZREM', KEYS[8], id) end
if plan.unparks then redis.pcall('HDEL', KEYS[10], id) end
if plan.last > plan.n then
  redis.pcall('ZADD', KEYS[9], now, id .. ' ' .. plan.last .. ' ' .. plan.head); redis.pcall('ZREMRANGEBYRANK', KEYS[9], 0, -10001)
  redis.pcall('ZADD', KEYS[12], 'NX', now, id)
end
for i, notice in ipairs(plan.notices) do
  local queue, sent = KEYS[15 + 2 * i], KEYS[16 + 2 * i]
  if not redis.pcall('LPOS', sent, notice.number) and redis.pcall('HSETNX', queue, notice.id, notice.text) == 1 then
    if notice.event then redis.pcall('XADD', KEYS[#KEYS], '*', 'a', notice.account, 'i', notice.id, 'e', notice.event) end
    local not_before = tonumber(redis.pcall('HGET', KEYS[11], notice.recipient) or '') or 0
    redis.pcall('ZADD', KEYS[7], not_before > now and 'NX' or 'LT', notice.send_at, notice.recipient)
  end
end
for _, one in ipairs(plan.answers or {}) do redis.pcall('XADD', KEYS[#KEYS], '*', 'a', one[1], 'r', one[2] and '1' or '0') end
if plan.result then redis.pcall('HSET', KEYS[16], id, plan.result) end
redis.call('HSET', match, 'w', string.format('%.0f:%.0f', plan.last, av))
return 1
