-- wrk: posts another callback of the card provider with each request. Argument: a file with a
-- signature and, after a space, a body a line.
local signatures, bodies, count = {}, {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local signature, body = line:match("^(%S*) (.*)$")
    signatures[#signatures + 1] = signature
    bodies[#bodies + 1] = body
  end
end

function request()
  count = count + 1
  local number = (count - 1) % #bodies + 1
  local path = wrk.path .. "?hmac=" .. signatures[number]
  return wrk.format("POST", path, { ["Content-Type"] = "application/json" }, bodies[number])
end
