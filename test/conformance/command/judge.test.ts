import { expect, test } from 'vitest'
import type { EmulatorClient } from '../../../src/index.js'
import { STATEMENTS } from '../statements/all-statements.js'
import { conform, SEED, start } from './conform.js'

/** Tries every statement over HTTP, which takes thousands of requests. */

/** Options that could disturb a run: a database port, worlds only, a running clock, faults and a rate limit. */
const HARD = {
  dbPort: 0,
  requireWorld: true,
  clock: { frozen: false },
  seed: {
    ...SEED,
    faults: [{ status: 503 }],
    database: { rateLimit: { requests: 1, per: '1d' }, documents: [{ repeat: 90, title: 'Many' }] },
  },
}

async function contentsOf(emulator: EmulatorClient): Promise<object> {
  const { clock: _, ...contents } = await emulator.state.get()
  return contents
}

const UNSEEN = STATEMENTS.filter(({ check }) => check === undefined).length
/** The end of a report in which every statement that a client can check holds. */
const ALL_HOLD =
  `\nstatements covered  ${STATEMENTS.length - UNSEEN} of ${STATEMENTS.length}\n` +
  'divergence          0\nindeterminate       0\n'

test('every statement holds, the state stays as it was, and no world is left', async () => {
  await using emulator = await start(HARD)
  const before = await contentsOf(emulator)
  const { status, out, err } = await conform(['--base-url', emulator.baseUrl])
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toContain(ALL_HOLD)
  expect(out).toMatch(/^ {2}agrees {2}200 calls agree with the model/m)
  expect(out).toMatch(/^ {2}holds {3}kv\.put\.creates: /m)
  expect(out).toMatch(/^ {2}skipped db\.next\.opaque: needs something that no client can observe$/m)
  expect(await contentsOf(emulator)).toEqual(before)
  expect(await emulator.requests()).toEqual([])
  const worlds = await fetch(`${emulator.adminUrl}/worlds`)
  expect(await worlds.json()).toEqual({ worlds: [] })
})

test('every statement holds with low limits, another owner claim, the clock of real tokens', async () => {
  const profile = {
    kv: { defaultLimits: { reads: 0, writes: 0, lists: 0, storageBytes: 0 } },
    auth: { ownerClaim: 'uid', tokenTime: 'real' as const },
  }
  await using emulator = await start({ profile })
  const { status, out } = await conform(['--base-url', emulator.baseUrl])
  expect(out.split('\n').filter((line) => line.startsWith('  fails'))).toEqual([])
  expect(out).toContain(ALL_HOLD)
  expect(status).toBe(0)
})
