-- wrk: asks for another certificate with each request, below the path. Argument: a file with a
-- number a line.
local numbers, count = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    numbers[#numbers + 1] = line
  end
end

function request()
  count = count + 1
  return wrk.format("GET", wrk.path .. numbers[count % #numbers + 1])
end
