import { expect, it } from 'vitest'
import { runChild } from '../fuzz/child.js'

const DEADLINE_MS = 500_000

it(
  'hostile requests leave nothing in memory: the heap is after many as large as after some',
  async () => {
    const { out, err, status } = await runChild('memory', ['--expose-gc'], DEADLINE_MS)
    expect(status, err.slice(0, 2000)).toBe(0)
    // Three rounds fill the journal and the log.
    const [first = 0, ...heaps] = (JSON.parse(out) as number[]).slice(2)
    expect(Math.min(...heaps) / first, out).toBeLessThan(1.25)
    expect((heaps.at(-1) ?? 0) / first, out).toBeLessThan(1.25)
  },
  DEADLINE_MS + 10_000,
)
