-- wrk: asks for one address after the other, and says how long that took. Argument: a file with a
-- path a line.
local paths, count = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    paths[#paths + 1] = line
  end
end

function request()
  count = count + 1
  return wrk.format("GET", paths[count % #paths + 1])
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "storm %d %d %d %d %d %d\n",
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(95), latency:percentile(99)
  ))
end
