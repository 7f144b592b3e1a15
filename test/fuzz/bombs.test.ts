import { expect, test } from 'vitest'
import { runChild } from './child.js'

/** Far longer than all of them take on a slow machine, and far shorter than an unbounded one would. */
const DEADLINE_MS = 500_000
/** Small enough for an unbounded input to fill. */
const HEAP_MB = 200
const ANSWER_BYTES_MAX = 4_000_000

const TAKEN: readonly string[] = ['fields of one value, in YAML']

interface Line {
  readonly name: string
  readonly status: number
  readonly bytes: number
  readonly isAsBefore: boolean
}

test(
  'small inputs that ask for much are refused, in bounded time and memory, and change nothing',
  async () => {
    const { out, err, status } = await runChild('bombs', [`--max-old-space-size=${HEAP_MB}`], DEADLINE_MS)
    expect(status, `${out.slice(-500)}\n${err.slice(0, 2000)}`).toBe(0)
    const lines = out
      .trim()
      .split('\n')
      .map((line): Line => JSON.parse(line))
    expect(lines.length).toBeGreaterThan(30)
    for (const { name, status: answered, bytes, isAsBefore } of lines) {
      // With a 503 if the records of a block need more memory than there is.
      expect(TAKEN.includes(name) ? [200] : [400, 503], name).toContain(answered)
      expect(bytes, name).toBeLessThan(ANSWER_BYTES_MAX)
      expect(isAsBefore, name).toBe(true)
    }
  },
  DEADLINE_MS + 10_000,
)
