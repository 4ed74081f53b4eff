-- Requests several paths in turn and prints the measurements as one line of JSON. Environment: PATHS, one per
-- line; HEADERS, one `name: value` per line.

local requests, sent = {}, 0

function init()
  local headers = {}
  for name, value in string.gmatch(os.getenv("HEADERS") or "", "([^\n:]+): ([^\n]+)") do
    headers[name] = value
  end
  for path in string.gmatch(os.getenv("PATHS"), "[^\n]+") do
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  io.write(string.format(
    '\n{"perSecond":%f,"p50":%f,"p99":%f,"failures":%d,"bytes":%f}\n',
    summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    summary.errors.status + summary.errors.connect + summary.errors.read
      + summary.errors.write + summary.errors.timeout,
    summary.bytes / summary.requests
  ))
end
