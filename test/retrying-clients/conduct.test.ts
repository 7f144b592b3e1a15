import superagent from 'superagent'
import { describe, expect, test, vi } from 'vitest'
import { conduct, type DutyReport } from '../../lab/index.js'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { streamFor } from '../../src/core/random.js'
import { extent } from '../support/extent.js'
import { startPaced } from '../support/paced.js'
import { type Client, EVEN, HASTY, WELL_BEHAVED } from './clients.js'
import { FakedTime } from './faked-time.js'

const RUNS = extent(8, 20)

const FROZEN = { clock: { frozen: true } }

type Verdicts = Readonly<Record<string, DutyReport['verdict']>>

async function verdicts(emulator: EmulatorClient): Promise<Verdicts> {
  const { duties } = await conduct(emulator)
  return Object.fromEntries(duties.map(({ id, verdict }) => [id, verdict]))
}

/**
 * The verdicts on a client in each of many runs, each with its own jitter.
 *
 * @param calls the number of calls in a run; each try gets a 503
 */
async function judge(client: Client, calls: number): Promise<Verdicts[]> {
  using time = new FakedTime()
  const random = streamFor(1, 'jitter')
  vi.spyOn(Math, 'random').mockImplementation(() => random.next())
  await using emulator = (await startPaced({ monotonic: time.now }, FROZEN)).emulator
  const all: Verdicts[] = []
  for (let run = 0; run < RUNS; run++) {
    await emulator.reset()
    await emulator.faults.add({ status: 503 })
    for (let call = 0; call < calls; call++) {
      await time.pass(client(emulator.fetch, `${emulator.dbBaseUrl}/documents/${call}`))
    }
    all.push(await verdicts(emulator))
  }
  return all
}

const count = (runs: readonly Verdicts[], duty: string, verdict: DutyReport['verdict']): number =>
  runs.filter((run) => run[duty] === verdict).length

describe.each(Object.entries(WELL_BEHAVED))('%s', (_name, client) => {
  test(`breaks nothing in ${RUNS} of ${RUNS} runs, and keeps retry-pause`, async () => {
    const runs = await judge(client, 2)
    expect(runs.filter((run) => Object.values(run).includes('broken'))).toEqual([])
    expect(count(runs, 'retry-pause', 'kept')).toBe(RUNS)
  })
})

describe.each(Object.entries(HASTY))('%s', (_name, client) => {
  test(`breaks retry-pause in ${RUNS} of ${RUNS} runs`, async () => {
    expect(count(await judge(client, 5), 'retry-pause', 'broken')).toBe(RUNS)
  })
})

describe.each(Object.entries(EVEN))('%s', (_name, client) => {
  test(`breaks backoff in ${RUNS} of ${RUNS} runs, although it keeps retry-pause`, async () => {
    const runs = await judge(client, 1)
    expect(count(runs, 'backoff', 'broken')).toBe(RUNS)
    expect(count(runs, 'retry-pause', 'kept')).toBe(RUNS)
  })
})

describe('superagent over HTTP', () => {
  test('superagent over HTTP breaks retry-pause', async () => {
    await using emulator = (await startPaced({ monotonic: () => 0 }, FROZEN)).emulator
    await emulator.faults.add({ status: 503 })
    const asked = superagent.get(`${emulator.dbBaseUrl}/documents/1`).set('X-API-Key', 'db_dev').retry(3)
    await expect(Promise.resolve(asked)).rejects.toThrow('Service Unavailable')
    expect((await verdicts(emulator))['retry-pause']).toBe('broken')
  })
})
