-- wrk: enrolls another candidate with each request. Arguments: a file with a batch id a line,
-- and, for ours, a file with a token a line.
local batches, tokens, count = {}, {}, 0

local function lines(path, into)
  for line in io.lines(path) do
    into[#into + 1] = line
  end
end

function init(arguments)
  lines(arguments[1], batches)
  if arguments[2] then
    lines(arguments[2], tokens)
  end
end

function request()
  local headers = { ["Content-Type"] = "application/json" }
  local batch = batches[count % #batches + 1]
  if #tokens > 0 then
    headers["Authorization"] = "Bearer " .. tokens[math.floor(count / #batches) + 1]
  end
  count = count + 1
  return wrk.format("POST", nil, headers, '{"batch_id":"' .. batch .. '"}')
end
