-- One act of a seat in a decision: checked against what stands now, on the store's clock, and stored.
-- KEYS  1 match  2 acts  3 secrets  4 seen  5 due  6 revoked  7 running  8 asking
-- ARGV  1 the act, as JSON: kind, decision, seat, opened_head, custody, replaces, wait; where it has them commitment, n, token,
--       signature (the seat's own); the numbers of commitment and salt, as texts because they have 64 bits; most (commitments of
--       a seat in a decision), tolerance (after a deadline, in ms)  2 its box, or empty  3 what is kept for a repetition, or empty
-- returns {outcome, the seat's act as JSON or "", closes in ms or "", what was kept with that act or ""}; only "stored" has
-- written anything, but for an opening sent again, whose box is laid anew; "torn": the match stands in the middle of a step
-- Keeps: seq has no gaps (goes on from lapsed after an answer was taken back) and stays small, as commitments and salts are
-- remembered; av counts the acts, w is last; both occur once; due <= every early close; a seat "anew" acts with the n of now.
local act, box, kept = cjson.decode(ARGV[1]), ARGV[2], ARGV[3]
local kind, id, seat, commitment = act.kind, act.decision, tostring(act.seat), act.commitment
local field = seat .. ':' .. id
if act.token and redis.call('ZSCORE', KEYS[6], act.token) then return {'revoked', '', '', ''} end
local m = redis.call('HMGET', KEYS[1], 'd:' .. id, 'n', 'head', 'base', 'closes', 'av', 'w', 'asks')
if m[7] and m[7] ~= m[2] .. ':' .. m[6] then return {'torn', '', '', ''} end
local standing = m[1] and cjson.decode(m[1])
if not standing or standing.head ~= act.opened_head or not standing.seats[seat] then return {'gone', '', '', ''} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local beat = redis.pcall('HMGET', KEYS[7], 'until', 'beat', 'halted')
if beat[3] or beat[1] and (now > tonumber(beat[1]) or now < beat[2] - 2000) then return redis.error_reply('CLOCK ' .. (beat[3] or 'the time is not trusted')) end
local closes, acts, seats, fields = cjson.decode(m[5] or '{}'), {}, {}, {}
for other in pairs(standing.seats) do seats[#seats + 1], fields[#fields + 1] = other, other .. ':' .. id end
for place, text in ipairs(redis.call('HMGET', KEYS[2], unpack(fields))) do acts[seats[place]] = text end
local stored, before, old = acts[seat], closes[id], acts[seat] and cjson.decode(acts[seat])
local function answer(outcome)
  return {outcome, stored or '', closes[id] and closes[id].at and string.format('%.0f', closes[id].at) or '',
    outcome == 'stored' and kept or stored and redis.call('HGET', KEYS[3], 'kept:' .. field) or ''}
end

local opening, withdraw = kind == 'open', kind == 'withdraw'
if opening then
  if old and old.opened and old.commitment == commitment then redis.call('HSET', KEYS[3], 'box:' .. field, box); return answer('same') end
elseif withdraw then
  if old and old.act == 'withdraw' then return answer('same') end
elseif old and (old.act == 'commit' or old.act == 'replace') and old.commitment == commitment
  and old.custody == act.custody and old.wait == act.wait then return answer('same') end
if standing.phase == 'paused' then return answer('paused') end
if opening ~= (standing.phase == 'opening') or (opening and not standing.openers[seat]) then return answer('locked') end
local ends = standing[opening and 'opening_ends' or 'deadline']
if ends and now >= ends + act.tolerance then return answer('late') end
if (act.n or standing.seats[seat] == 'anew') and act.n ~= tonumber(m[2]) then return answer('stale') end
if opening then
  if standing.openers[seat] ~= commitment or not old then return answer('wrong') end
elseif act.replaces ~= (old and old.seq or 0) or (withdraw and not old) then return answer('conflict')
elseif not withdraw and old and old.seq >= act.most then return answer('full') end
local known = old and commitment and old.commitment == commitment
local function seen(number) return redis.call('SISMEMBER', KEYS[4], number) == 1 end
if commitment and not known and seen(act.commitment_number) then return answer('seen') end
-- Under client custody nobody but the player knew the salt: it is new to the store when the same commitment goes to escrow.
if act.salt_number and (opening or not (known and old.custody == act.custody)) and seen(act.salt_number) then return answer('seen') end

local new = {act = kind, seq = (old and old.seq or standing.lapsed or 0) + 1, commitment = commitment or cjson.null,
  custody = (opening or withdraw) and old.custody or act.custody, received = now,
  committed = opening and old.committed or now, first = old and old.first or now,
  n = tonumber(m[2]), head = m[3], wait = act.wait, opened = opening,
  signature = opening and old.signature or act.signature}
stored = cjson.encode(new); local av = redis.call('HINCRBY', KEYS[1], 'av', 1); redis.call('HSET', KEYS[2], field, stored)
if box ~= '' then redis.call('HSET', KEYS[3], 'box:' .. field, box, 'kept:' .. field, kept)
elseif not known or old.custody ~= act.custody then redis.call('HDEL', KEYS[3], 'box:' .. field, 'kept:' .. field) end
if commitment then redis.call('SADD', KEYS[4], act.commitment_number, act.salt_number or act.commitment_number) end

-- The seat's word in the index of what is asked (see asks): 34 characters of the account, then the field.
local place = not opening and string.find((m[8] or '') .. ' ', '?' .. field .. ' ', 1, true)
local member = place and string.sub(m[8], place - 34, place - 1) .. ' ' .. string.match(KEYS[1], '[^:]+$') .. '?' .. field
if place then if withdraw then redis.pcall('ZADD', KEYS[8], 0, member) else redis.pcall('ZREM', KEYS[8], member) end end
local complete = true
for other in pairs(opening and standing.openers or standing.seats) do
  local one = other == seat and new or acts[other] and cjson.decode(acts[other])
  if not one or one.commitment == cjson.null or opening and not one.opened or standing.sealed and not opening and one.wait then complete = false end
end
if not complete then if before then before.at = nil end
elseif opening or not standing.sealed then
  closes[id] = {phase = standing.phase, restarts = 0, at = math.max(now, standing.release or 0)}
elseif not before then closes[id] = {phase = 'open', restarts = 0, at = now + standing.grace}
elseif before.restarts < 3 then closes[id] = {phase = 'open', restarts = before.restarts + 1, at = now + standing.grace}
else before.at = before.at or now end
local base, match, step = tonumber(m[4] or ''), string.match(KEYS[1], '[^:]+$'), standing.missed and standing.missed[seat]
-- Who is missed and seals is back at the next instant at which others see that somebody has sealed (protocol section 5).
if step then base = math.min(base or math.huge, standing.opened + math.ceil((now - standing.opened) / step) * step) end; local due = base
for _, closing in pairs(closes) do if closing.at and (not due or closing.at < due) then due = closing.at end end
if due then redis.call('ZADD', KEYS[5], due, match) else redis.call('ZREM', KEYS[5], match) end
redis.call('HSET', KEYS[1], 'closes', cjson.encode(closes), 'base', base or '', 'due', due or '', 'w', m[2] .. ':' .. av)
return answer('stored')
