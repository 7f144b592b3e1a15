import { ask } from '../ask.js'
import type { Load, LoadResult } from '../load/load.js'
import { type Bench, type Measurement, rounds } from '../measurement.js'
import { type Aim, type Sampled, spreadOf } from '../sample.js'
import type { RunningServer } from '../servers.js'
import { BY_DATABASE_KEY, BY_KEY, entryPath, NAMESPACE, PUT_BODY, TOKEN } from '../subject.js'

/** A request that is sent to all servers. */
interface Request {
  readonly method: string
  readonly path: string
  readonly body?: string
  /** Takes the token that the server accepts. */
  readonly headers: (token: string) => Readonly<Record<string, string>>
}

/**
 * Requests a second over 64 connections, compared with the floor and with polka with the floor's handlers. The main
 * requests have an aim.
 */
function overHttp(name: string, request: Request, aim?: Aim): Measurement {
  return { name, isQuick: aim !== undefined, measure: (bench) => measure(bench, name, request, aim) }
}

const byKey = () => BY_KEY
const byDatabaseKey = () => BY_DATABASE_KEY

export const httpMeasurements: readonly Measurement[] = [
  overHttp('get', { method: 'GET', path: entryPath(1), headers: byKey }, { ratio: 0.8 }),
  overHttp('put', { method: 'PUT', path: entryPath(1), headers: byKey, body: PUT_BODY }, { ratio: 0.7 }),
  overHttp('list', {
    method: 'GET',
    path: `/v1/kv/${NAMESPACE}`,
    headers: (token) => ({ Authorization: `Bearer ${token}` }),
  }),
  overHttp('page', { method: 'GET', path: '/documents?limit=20', headers: byDatabaseKey }),
  overHttp('create', {
    method: 'POST',
    path: '/documents',
    headers: byDatabaseKey,
    body: JSON.stringify({ title: 'Weekly revenue', content: 'sum(orders.total)' }),
  }),
]

/** How long a client waits for each request if it sends one after the other, compared with the floor. */
export const oneConnection: Measurement = {
  name: 'one',
  async measure(bench) {
    const { servers } = bench
    await using floor = await servers.floor({ core: 'server' })
    await using emulator = await servers.emulator(undefined, { core: 'server' })
    const asked = { method: 'GET', path: entryPath(1), headers: byKey }
    const ofFloor = contender(floor, asked, TOKEN, 1)
    const ofEmulator = contender(emulator, asked, TOKEN, 1)
    await inTurns(bench, 6, [ofFloor, ofEmulator])
    const waits = (results: readonly LoadResult[]) => results.map(({ p50 }) => p50 * 1000)
    return [
      {
        name: 'get over one connection, p50',
        unit: 'µs',
        better: 'less',
        measured: waits(ofEmulator.results),
        baseline: { name: 'floor', samples: waits(ofFloor.results) },
        aim: { ratio: 1.1 },
      },
    ]
  },
}

/** How long a program waits for each `fetch` if it sends one after the other, compared with the floor. */
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

async function measure(bench: Bench, name: string, request: Request, aim?: Aim): Promise<Sampled[]> {
  const { servers, isQuick } = bench
  await using floor = await servers.floor({ core: 'server' })
  await using polka = await servers.polka({ core: 'server' })
  await using emulator = await servers.emulator(undefined, { core: 'server' })
  const ofFloor = contender(floor, request, TOKEN)
  const ofPolka = contender(polka, request, TOKEN)
  const ofEmulator = contender(emulator, request, await tokenOf(emulator))
  await inTurns(bench, isQuick ? 4 : 6, [ofFloor, ofPolka, ofEmulator])
  return [
    {
      ...line(name, 'floor', ofFloor.results, ofEmulator.results),
      ...(aim === undefined ? {} : { aim }),
      isGuarded: true,
    },
    line(`${name}, polka alone`, 'floor', ofFloor.results, ofPolka.results),
  ]
}

/** A load, and its results round by round. */
export interface Contender {
  readonly load: Load
  readonly results: LoadResult[]
}

function contender({ url }: RunningServer, request: Request, token: string, connections?: number): Contender {
  const { method, path, headers, body } = request
  const load = {
    baseUrl: url,
    paths: [path],
    method,
    headers: headers(token),
    ...(body === undefined ? {} : { body }),
    ...(connections === undefined ? {} : { connections }),
  }
  return { load, results: [] }
}

/**
 * Sends every load in each round, in turn.
 *
 * @throws Error if a request failed: then the numbers are not those of the requests
 */
export async function inTurns(bench: Bench, count: number, contenders: readonly Contender[]): Promise<void> {
  for (const round of rounds(count)) {
    // The order changes with each round, so that no load always comes after the same other one.
    for (const { load, results } of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const result = await bench.load.run(load, bench.isQuick ? 1 : 2)
      if (result.failures > 0) {
        throw new Error(`${result.failures} of ${load.method} ${load.baseUrl}${load.paths[0]} failed`)
      }
      results.push(result)
    }
  }
}

/** Makes a line of the report from the results of the load generator. */
export function line(
  name: string,
  baseline: string,
  ofBaseline: readonly LoadResult[],
  ofMeasured: readonly LoadResult[],
): Sampled {
  const rates = (results: readonly LoadResult[]) => results.map(({ perSecond }) => perSecond)
  const tails = (results: readonly LoadResult[]) => results.map(({ p99 }) => p99)
  return {
    name,
    unit: 'req/s',
    better: 'more',
    measured: rates(ofMeasured),
    baseline: { name: baseline, samples: rates(ofBaseline) },
    tail: { measured: tails(ofMeasured), baseline: tails(ofBaseline) },
  }
}

/** Returns a bearer token that the emulator accepts. */
export async function tokenOf({ url }: RunningServer): Promise<string> {
  const { text } = await ask(`${url}/_admin/tokens`, { method: 'POST' })
  return (JSON.parse(text) as { token: string }).token
}
