import { ask } from '../ask.js'
import { type Measurement, rounds } from '../measurement.js'
import type { Sampled } from '../sample.js'
import type { RunningServer } from '../servers.js'
import { type Stalled, whilePinging } from '../stall.js'
import { NAMESPACE } from '../subject.js'
import { tokenOf } from './http.js'

const ROUNDS = 3
const RECORDS = 100_000
/** The longest that another request may have to wait, in ms. */
const WAIT_MAX_MS = 1000

/** The longest wait of other requests while an admin call goes through 100,000 records. */
export const adminCalls: Measurement = {
  name: 'admin-stall',
  async measure(bench) {
    const { servers, children } = bench
    await using server = await servers.emulator(servers.seedFile({ entries: RECORDS }), { core: 'server' })
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
      found.push(...lines(`${name}, ${RECORDS} entries`, samples))
    }
    return found
  },
}

type Work = () => Promise<{ readonly ms: number }>

function lines(name: string, samples: readonly Stalled[]): Sampled[] {
  const common = { unit: 'ms', better: 'less' } as const
  return [
    { ...common, name, measured: samples.map(({ ms }) => ms) },
    {
      ...common,
      name: `${name}: longest wait of others`,
      measured: samples.map(({ stallMs }) => stallMs),
      aim: { value: WAIT_MAX_MS },
    },
  ]
}

const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })

const lister =
  ({ url }: RunningServer, token: string): Work =>
  () =>
    ask(`${url}/v1/kv/${NAMESPACE}`, { headers: { Authorization: `Bearer ${token}` } })
