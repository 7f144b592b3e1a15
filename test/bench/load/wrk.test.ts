import { expect, test } from 'vitest'
import { parseWrk, wrkScript } from './wrk.js'

const PRINTED = `Running 2s test @ http://127.0.0.1:34567
  1 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.31ms  250.12us  11.99ms   95.01%
    Req/Sec    49.12k     2.03k   51.00k    90.00%
  Latency Distribution
     50%    1.25ms
     75%    1.32ms
     90%    1.44ms
     99%    2.17ms
  97755 requests in 2.00s, 27.12MB read
Requests/sec:  48841.57
Transfer/sec:     13.55MB
`
const withP99 = (text: string) => PRINTED.replace('2.17ms', text)
const after = (line: string) => PRINTED.replace('Requests/sec', `${line}\nRequests/sec`)

test('reads the rate and percentiles', () => {
  expect(parseWrk(PRINTED)).toEqual({ perSecond: 48841.57, p50: 1.25, p99: 2.17, failures: 0 })
})

test.each([
  ['870.00us', 0.87],
  // wrk fills up to the width of "ms".
  ['1.02s ', 1020],
  ['1.50m', 90_000],
])('reads %s as %f ms', (text, ms) => {
  expect(parseWrk(withP99(text)).p99).toBeCloseTo(ms)
})

test('counts failed requests and broken connections', () => {
  expect(parseWrk(after('  Non-2xx or 3xx responses: 12')).failures).toBe(12)
  expect(parseWrk(after('  Socket errors: connect 1, read 2, write 0, timeout 4')).failures).toBe(7)
})

test('refuses output without a result', () => {
  expect(() => parseWrk('unable to connect to 127.0.0.1:1 Connection refused')).toThrow('Connection refused')
})

const LOAD = { baseUrl: 'http://127.0.0.1:1', method: 'PUT', headers: { 'X-KV-Key': 'k' }, paths: ['/a'] }

test('writes a single path as the one request of wrk', () => {
  expect(wrkScript({ ...LOAD, body: '{"text":"a \\\\ b"}' })).toBe(
    [
      'wrk.method = "PUT"',
      'wrk.headers["X-KV-Key"] = "k"',
      String.raw`wrk.body = "{\"text\":\"a \\\\ b\"}"`,
      'wrk.path = "/a"',
      '',
    ].join('\n'),
  )
})

test('writes several paths as requests in turn', () => {
  const script = wrkScript({ ...LOAD, paths: ['/a', '/b'] })
  expect(script).toContain('local paths = { "/a", "/b" }')
  expect(script).not.toContain('wrk.path =')
})
