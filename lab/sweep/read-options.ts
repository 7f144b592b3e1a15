import type { FaultInput } from 'tristore-emulator'
import type { KeepBundle } from '../bundle-file.js'
import { assertKnownOptions, positive } from '../known-options.js'
import {
  EDGES,
  type EdgeName,
  type FaultName,
  type NamedFault,
  type SweepOptions,
  type SweepSettings,
} from './options.js'

/** The default faults. The first two find the most problems. */
const USUAL_FAULTS: readonly FaultName[] = ['lost', '503', '429', 'reset']

/** The default boundaries. Tests rarely reach the others. */
const USUAL_EDGES: readonly EdgeName[] = ['expiry', 'token']

type Connection = NonNullable<FaultInput['connection']>

const CONNECTIONS: readonly string[] = Object.keys({
  reset: 0,
  close: 0,
  hang: 0,
  truncate: 0,
  cut: 0,
  garbage: 0,
} satisfies Record<Connection, 0>)

const CONCURRENCY = 16
const TIMEOUT_MS = 10_000

const OPTIONS = ['faults', 'gaps', 'edges', 'name', 'only', 'allow', 'concurrency', 'timeout', 'bundles']

/** @throws RangeError if an option is unknown */
export const refuseUnknownOptions = (options: SweepOptions): void => assertKnownOptions(options, OPTIONS)

/**
 * @param keepBundle saves the findings' runs; if omitted, they aren't saved
 * @throws RangeError if an option is invalid
 */
export function readOptions(options: Omit<SweepOptions, 'bundles'>, keepBundle?: KeepBundle): SweepSettings {
  const { faults, gaps, edges, only = [], allow = {}, concurrency, timeout, name } = options
  const isAll = faults === undefined && gaps === undefined && edges === undefined
  return {
    faults: namedFaults(faults ?? isAll),
    gaps: gaps ?? isAll,
    edges: namedEdges(edges ?? isAll),
    name,
    only,
    allow,
    concurrency: positive('concurrency', concurrency ?? CONCURRENCY),
    timeoutMs: positive('timeout', timeout ?? TIMEOUT_MS),
    keepBundle,
  }
}

function namedFaults(faults: NonNullable<SweepOptions['faults']>): NamedFault[] {
  const list = faults === true ? USUAL_FAULTS : faults === false ? [] : faults
  const named = list.map((fault) => (typeof fault === 'string' ? faultNamed(fault) : fault))
  const names = named.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new RangeError(`faults: there are two named ${twice}`)
  return named
}

function namedEdges(edges: NonNullable<SweepOptions['edges']>): readonly EdgeName[] {
  const list = edges === true ? USUAL_EDGES : edges === false ? [] : edges
  const unknown = list.find((name) => !EDGES.includes(name))
  if (unknown === undefined) return list
  throw new RangeError(`edges: there is no boundary ${JSON.stringify(unknown)}; use ${EDGES.join(', ')}`)
}

function faultNamed(name: FaultName): NamedFault {
  if (name === 'lost') return { name, connection: 'reset', effect: 'after' }
  if (name === '429') return { name, status: 429, retryAfter: 1 }
  if (/^[2-5]\d\d$/.test(name)) return { name, status: Number(name) }
  if (isConnection(name)) return { name, connection: name }
  const known = ['lost', ...CONNECTIONS].join(', ')
  throw new RangeError(`faults: there is no fault ${JSON.stringify(name)}; use ${known}, or a status`)
}

const isConnection = (name: string): name is Connection => CONNECTIONS.includes(name)
