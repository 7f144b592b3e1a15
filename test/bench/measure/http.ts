import { ask } from '../ask.js'
import { type Load, type LoadResult, run } from '../load.js'
import { type Bench, type Measurement, rounds } from '../measurement.js'
import { spreadOf } from '../sample.js'
import type { RunningServer } from '../servers.js'
import { BY_KEY, entryPath, PUT_BODY } from '../subject.js'

type Request = Pick<Load, 'method' | 'body' | 'connections'>

/** Returns a measurement of the requests per second over 64 connections, compared with the floor. */
function overHttp(name: string, request: Request, ratio: number): Measurement {
  return {
    name,
    isQuick: true,
    async measure(bench) {
      const { ofFloor, ofEmulator } = await inTurns(bench, bench.isQuick ? 4 : 6, request)
      const rates = (results: readonly LoadResult[]) => results.map(({ perSecond }) => perSecond)
      const baseline = { name: 'floor', samples: rates(ofFloor) }
      const measured = rates(ofEmulator)
      return [{ name, unit: 'req/s', better: 'more', measured, baseline, aim: { ratio }, guard: 'timed' }]
    },
  }
}

export const httpMeasurements: readonly Measurement[] = [
  overHttp('get', { method: 'GET' }, 0.8),
  overHttp('put', { method: 'PUT', body: PUT_BODY }, 0.7),
]

/** The latency of each request for a client that sends one after another, compared with the floor. */
export const oneConnection: Measurement = {
  name: 'one',
  async measure(bench) {
    const { ofFloor, ofEmulator } = await inTurns(bench, 6, { method: 'GET', connections: 1 })
    const waits = (results: readonly LoadResult[]) => results.map(({ p50 }) => p50 * 1000)
    return [
      {
        name: 'get over one connection, p50',
        unit: 'µs',
        better: 'less',
        measured: waits(ofEmulator),
        baseline: { name: 'floor', samples: waits(ofFloor) },
        aim: { ratio: 1.1 },
      },
    ]
  },
}

/** The latency of each `fetch` for a program that makes one after another, compared with the floor. */
export const oneFetch: Measurement = {
  name: 'fetch',
  async measure({ servers, isQuick }) {
    await using floor = await servers.floor({ core: 'server' })
    await using emulator = await servers.emulator(undefined, { core: 'server' })
    const ofFloor: number[] = []
    const ofEmulator: number[] = []
    for (const _ of rounds(isQuick ? 4 : 10)) {
      ofFloor.push(await fetchMedianUs(floor))
      ofEmulator.push(await fetchMedianUs(emulator))
    }
    return [
      {
        name: 'one fetch after another, median',
        unit: 'µs',
        better: 'less',
        measured: ofEmulator,
        baseline: { name: 'floor', samples: ofFloor },
        aim: { ratio: 1.1 },
      },
    ]
  },
}

/** The median of 500 fetches of a key, in µs. */
async function fetchMedianUs({ url }: RunningServer): Promise<number> {
  const waits: number[] = []
  for (const _ of rounds(500)) {
    const began = performance.now()
    const response = await fetch(url + entryPath(1), { headers: BY_KEY })
    await response.text()
    waits.push((performance.now() - began) * 1000)
  }
  return spreadOf(waits).median
}

/**
 * Loads the floor and the emulator in each round.
 *
 * @throws Error if a request failed, because then we'd have measured something else
 */
async function inTurns(bench: Bench, count: number, request: Request) {
  const { servers, children, isQuick } = bench
  await using floor = await servers.floor({ core: 'server' })
  await using emulator = await servers.emulator(undefined, { core: 'server' })
  const [ofFloor, ofEmulator]: [LoadResult[], LoadResult[]] = [[], []]
  const contenders = [
    { url: floor.url, results: ofFloor },
    { url: emulator.url, results: ofEmulator },
  ]
  for (const round of rounds(count)) {
    // The order alternates, so that neither always goes first.
    for (const { url, results } of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const load = { ...request, baseUrl: url, path: entryPath(1), headers: BY_KEY }
      const result = await run(children, load, isQuick ? 1 : 2)
      if (result.failures > 0) throw new Error(`${result.failures} of ${load.method} ${url} failed`)
      results.push(result)
    }
  }
  return { ofFloor, ofEmulator }
}

export async function tokenOf({ url }: RunningServer): Promise<string> {
  const { text } = await ask(`${url}/_admin/tokens`, { method: 'POST' })
  return (JSON.parse(text) as { token: string }).token
}
