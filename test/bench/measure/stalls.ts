import { ask } from '../ask.js'
import { type Bench, type Measurement, rounds } from '../measurement.js'
import type { Sampled } from '../sample.js'
import type { RunningServer } from '../servers.js'
import { type Stalled, whilePinging } from '../stall.js'
import { BY_KEY, entryPath, NAMESPACE, PUT_BODY } from '../subject.js'
import { tokenOf } from './http.js'

const ROUNDS = 3
/** As many requests as a journal keeps. */
const JOURNAL = 10_000
/** Longer than any entry lives. */
const PAST_ALL = '2d'

/** How long another request waits while all keys are listed. */
export const listing: Measurement = {
  name: 'list-stall',
  async measure({ children, servers }) {
    await using server = await servers.emulator(servers.seedFile({ entries: 100_000 }), { core: 'server' })
    const list = lister(server, await tokenOf(server))
    const samples: Stalled[] = []
    for (const _ of rounds(ROUNDS)) samples.push(await whilePinging(children, server.url, list))
    return lines('list of 100,000 keys', samples, 50)
  },
}

/** What a jump over a million expiring entries costs: itself, and whoever asks first after it. */
export const clockMoves: Measurement = {
  name: 'clock',
  async measure(bench) {
    const { servers } = bench
    await using server = await servers.emulator(servers.seedFile({ entries: 1_000_000 }), { core: 'server' })
    const list = lister(server, await tokenOf(server))
    const move = (body: object) => () => ask(`${server.url}/_admin/clock`, post(body))
    const advance = move({ advance: PAST_ALL })
    const get = () => missing(server.url + entryPath(1))
    const put = () => ask(server.url + entryPath(1), { method: 'PUT', headers: BY_KEY, body: PUT_BODY })
    const cases: readonly [name: string, work: Work, before?: Work][] = [
      ['advance over 1,000,000 expiring', advance],
      ['first read after it', get, advance],
      ['first put after it', put, advance],
      ['first list after it', list, advance],
      ['advance with a receipt', move({ advance: PAST_ALL, receipt: true })],
      ['to next-expiry', move({ to: 'next-expiry' })],
    ]
    const found: Sampled[] = []
    for (const [name, work, before] of cases) {
      found.push(...lines(name, await anew(bench, server, work, before)))
    }
    return found
  },
}

/** How long others wait while an admin call looks at many records. `BENCH_RECORDS=1000000` looks at a million. */
export const adminCalls: Measurement = {
  name: 'admin-stall',
  async measure(bench) {
    const { servers, children } = bench
    const records = Number(process.env.BENCH_RECORDS ?? 100_000)
    await using server = await servers.emulator(servers.seedFile({ entries: records }), { core: 'server' })
    const admin = `${server.url}/_admin`
    const state = (await ask(`${admin}/state`)).text
    const cases: readonly [name: string, work: Work][] = [
      ['export', () => ask(`${admin}/state`)],
      ['namespaces', () => ask(`${admin}/namespaces`)],
      ['entries of no such prefix', () => ask(`${admin}/namespaces/${NAMESPACE}/entries?prefix=none`)],
      ['next-expiry, dry run', () => ask(`${admin}/clock`, post({ to: 'next-expiry', dryRun: true }))],
      ['receipt', () => ask(`${admin}/clock`, post({ advance: '1s', receipt: true }))],
      ['list of keys', lister(server, await tokenOf(server))],
      ['import', () => ask(`${admin}/state`, { method: 'PUT', body: state })],
      ['seed', () => ask(`${admin}/seed`, { method: 'PUT', body: state })],
      ['merge', () => ask(`${admin}/state`, { method: 'PATCH', body: state })],
    ]
    const found: Sampled[] = []
    for (const [name, work] of cases) {
      const samples: Stalled[] = []
      for (const _ of rounds(ROUNDS)) samples.push(await whilePinging(children, server.url, work))
      found.push(...lines(`${name}, ${records} entries`, samples, records > 100_000 ? 100 : 20))
    }
    return found
  },
}

/** How long others wait while an admin call looks at a full journal. */
export const journalCalls: Measurement = {
  name: 'journal-stall',
  async measure({ servers, children }) {
    await using server = await servers.emulator(servers.seedFile(), { core: 'server' })
    for (const _ of rounds(JOURNAL)) {
      await ask(server.url + entryPath(1), { method: 'PUT', headers: BY_KEY, body: PUT_BODY })
    }
    const found: Sampled[] = []
    for (const path of ['requests', 'requests?count=true', 'requests.har', 'conduct', 'usage', 'contract']) {
      const samples: Stalled[] = []
      const work = () => ask(`${server.url}/_admin/${path}`)
      for (const _ of rounds(ROUNDS)) samples.push(await whilePinging(children, server.url, work))
      found.push(...lines(`${path} of ${JOURNAL} requests`, samples, 20))
    }
    return found
  },
}

type Work = () => Promise<{ readonly ms: number }>

/** Some rounds, each from the state that was seeded. */
async function anew(
  { children }: Bench,
  { url }: RunningServer,
  work: Work,
  before?: Work,
): Promise<Stalled[]> {
  const samples: Stalled[] = []
  for (const _ of rounds(ROUNDS)) {
    await ask(`${url}/_admin/reset`, post({}))
    await before?.()
    samples.push(await whilePinging(children, url, work))
  }
  return samples
}

function lines(name: string, samples: readonly Stalled[], stallMax?: number): Sampled[] {
  const common = { unit: 'ms', better: 'less' } as const
  return [
    { ...common, name, measured: samples.map(({ ms }) => ms) },
    {
      ...common,
      name: `${name}: longest wait of others`,
      measured: samples.map(({ stallMs }) => stallMs),
      ...(stallMax === undefined ? {} : { aim: { value: stallMax } }),
    },
  ]
}

const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })

const lister =
  ({ url }: RunningServer, token: string): Work =>
  () =>
    ask(`${url}/v1/kv/${NAMESPACE}`, { headers: { Authorization: `Bearer ${token}` } })

/** A GET of a key that is not there any more. */
async function missing(url: string): Promise<{ ms: number }> {
  const began = performance.now()
  const refused = await ask(url, { headers: BY_KEY }).then(
    () => false,
    (error: Error) => / answered 404:/.test(error.message),
  )
  if (!refused) throw new Error(`${url} should have expired`)
  return { ms: performance.now() - began }
}
