import { expect, test } from 'vitest'
import { parseAutocannon } from './load.js'

const RESULT = {
  requests: { average: 21_000.5, total: 42_001 },
  latency: { average: 2.5, p50: 2 },
  errors: 1,
  timeouts: 2,
  non2xx: 4,
}

test('the result has the rate, the median and the number of failures', () => {
  expect(parseAutocannon(JSON.stringify(RESULT))).toEqual({ perSecond: 21_000.5, p50: 2, failures: 7 })
})

test.each(['requests', 'latency', 'errors', 'timeouts', 'non2xx'] as const)(
  'a result of autocannon without %s is refused',
  (name) => {
    const { [name]: _, ...rest } = RESULT
    expect(() => parseAutocannon(JSON.stringify(rest))).toThrow('autocannon gave no result')
  },
)
