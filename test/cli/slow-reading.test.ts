import { expect, test } from 'vitest'
import { FakeTerminal } from './fake-terminal.js'
import { ran } from './ran.js'

const entries = Array.from(
  { length: 2000 },
  (_, index) => `      - { key: k${index}, value: 1, ttlSeconds: 60 }\n`,
)
const HUGE = `namespaces:\n  - id: ns_a\n    entries:\n${entries.join('')}`

/** Checks a long seed on a machine where each reading of the clock takes `ms`. */
async function checked(ms: number, isTTY: boolean) {
  const terminal = new FakeTerminal({ 'huge.yaml': HUGE, 'small.yaml': 'version: 1\n' }, {}, { isTTY })
  let now = 0
  terminal.now = () => (now += ms)
  const { err } = await ran(['check', 'huge.yaml', 'small.yaml'], terminal)
  return err
}

test('reading that takes more than a second shows itself, once, on a terminal', async () => {
  expect(await checked(600, true)).toBe('reading huge.yaml …\n')
  expect(await checked(1, true)).toBe('')
  expect(await checked(600, false)).toBe('')
})
