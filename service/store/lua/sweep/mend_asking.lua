-- Compare whom a match may ask something with what its table says, and mend the index.
-- KEYS  1 match  2 acts  3 asking
-- ARGV  1 match id  2 SHA-1 of the table from which the words were made  3 words (see asks)  4... members of the match in the index
-- returns 0 they agree, or a step came between, which writes them itself, or the sweep has not vouched for the index yet | 1 mended
-- Keeps: words that an act answers are in the field, and not in the index. Where an act cannot be read, the match has to be.
local id, mended = ARGV[1], 0
if redis.sha1hex(redis.call('HGET', KEYS[1], 'table') or '') ~= ARGV[2] then return 0 end
if (redis.call('HGET', KEYS[1], 'asks') or '') ~= ARGV[3] then
  mended = 1
  if ARGV[3] == '' then redis.call('HDEL', KEYS[1], 'asks') else redis.call('HSET', KEYS[1], 'asks', ARGV[3]) end
end
local wanted = {}
for who, how in string.gmatch(ARGV[3], '(p_%x+)(%S*)') do
  local act = string.sub(how, 1, 1) == '?' and redis.pcall('HGET', KEYS[2], string.sub(how, 2))
  local readable, answer = pcall(cjson.decode, act)
  if not readable or type(answer) ~= 'table' or (answer.commitment or cjson.null) == cjson.null then
    wanted[who .. ' ' .. id .. how] = true
    mended = math.max(mended, redis.call('ZADD', KEYS[3], 0, who .. ' ' .. id .. how))
  end
end
for i = 4, #ARGV do
  if not wanted[ARGV[i]] then mended = math.max(mended, redis.call('ZREM', KEYS[3], ARGV[i])) end
end
return redis.call('ZSCORE', KEYS[3], '!') and mended or 0
