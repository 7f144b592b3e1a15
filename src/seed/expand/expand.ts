import { parseDelay } from '../../core/durations.js'
import { readDurationMs, readInstant, readMoment } from '../../core/moment.js'
import { withoutUndefined } from '../../core/objects.js'
import type { FaultSpec } from '../../domain/faults/fault.js'
import type { RateLimit } from '../../domain/rate-limit.js'
import type { Fault } from '../schema/fault.js'
import type { DatabaseSeed, NamespaceSeed, Seed, SeedDocument, StoreSeed } from '../schema/schema.js'
import { inOrder, SeedProblems } from '../text/problems.js'
import { BlockExpander, type ExpandOptions } from './blocks.js'
import type {
  ExpandedSeed,
  SeededConfigEntry,
  SeededCounters,
  SeededDatabase,
  SeededEntry,
  SeededNamespace,
  SeededStore,
} from './expanded.js'
import { type ExpandedRecords, expandLists } from './lists.js'

/** A seed that is expanded, but for what has entries of its own. */
export type ExpandedRest = Omit<ExpandedSeed, 'namespaces' | 'stores'>

/** Takes the namespaces and stores of a seed, in its order, each as soon as it is expanded. */
export interface Taker {
  namespace(namespace: SeededNamespace): void
  store(store: SeededStore): void
}

/**
 * Fills in the templates of a seed and reads its times, sizes and values, which gives what the domain loads. Equal
 * seeds give equal data: each record draws from a stream of its own (docs/DESIGN.md section 4, Templates). Nobody
 * keeps all namespaces and stores: of very many there are a few at a time.
 *
 * @param taker takes some of them before all problems are known
 * @throws SeedProblems for templates that do not exist or fail, and for keys or ids that collide
 */
export async function expandInto(
  document: SeedDocument,
  options: ExpandOptions,
  taker: Taker,
): Promise<ExpandedRest> {
  const { data } = document
  const expander = new BlockExpander(document, options)
  const records = await expandLists(data, expander, {
    namespace: (namespace, entries) => taker.namespace(expandNamespace(namespace, entries)),
    store: (store, entries) => taker.store(expandStore(store, entries)),
  })
  const rest = assemble(data, records)
  if (expander.problems.length > 0) throw new SeedProblems(inOrder(expander.problems))
  return rest
}

/** Expands all of a seed, as `expandInto` does. */
export async function expandSeed(document: SeedDocument, options: ExpandOptions): Promise<ExpandedSeed> {
  const namespaces: SeededNamespace[] = []
  const stores: SeededStore[] = []
  const rest = await expandInto(document, options, {
    namespace(namespace) {
      namespaces.push(namespace)
    },
    store(store) {
      stores.push(store)
    },
  })
  return { ...rest, namespaces, stores }
}

function assemble(data: Seed, records: ExpandedRecords): ExpandedRest {
  const { random, resume } = data
  return {
    clock: expandClock(data.clock),
    ...(random === undefined ? {} : { random }),
    profile: data.profile ?? {},
    database: expandDatabase(data.database ?? {}, records),
    faults: (data.faults ?? []).map(expandFault),
    ...(resume === undefined ? {} : { resume }),
  }
}

export function expandClock({ now, ...others }: NonNullable<Seed['clock']> = {}): ExpandedSeed['clock'] {
  const at = now === undefined ? undefined : readInstant(now)
  return at === undefined ? others : { now: at, ...others }
}

export function expandNamespace(namespace: NamespaceSeed, entries: readonly SeededEntry[]): SeededNamespace {
  const { id, owner, limits = NO_LIMITS, usage, keys } = namespace
  const months = usage === undefined ? NONE : expandUsage(usage)
  return { id, owner, limits, usage: months, keys: keys ?? NONE, entries }
}

/** What most namespaces do not name, once for all of them. */
const NO_LIMITS = {}
const NONE: readonly never[] = []

/** A seed gives this month's counters beside those of months by name. */
export function expandUsage(usage: NonNullable<NamespaceSeed['usage']>): SeededNamespace['usage'] {
  const current: Record<string, number> = {}
  const months: { month: string; counters: SeededCounters }[] = []
  for (const [name, value] of Object.entries(usage)) {
    if (typeof value === 'number') current[name] = value
    else if (value !== undefined) months.push({ month: name, counters: value })
  }
  return Object.keys(current).length === 0 ? months : [{ month: 'current', counters: current }, ...months]
}

export function expandStore(
  { id, owner, keys }: StoreSeed,
  entries: readonly SeededConfigEntry[],
): SeededStore {
  return { id, owner, keys: keys ?? NONE, entries }
}

function expandDatabase({ rateLimit, keys = [] }: DatabaseSeed, records: ExpandedRecords): SeededDatabase {
  const rest = { keys, ...records }
  return rateLimit === undefined ? rest : { rateLimit: expandRateLimit(rateLimit), ...rest }
}

export function expandRateLimit({ requests, per }: NonNullable<DatabaseSeed['rateLimit']>): RateLimit {
  return { requests, perMs: readDurationMs(per) ?? 0 }
}

/** A checked fault with its times and lengths read: moments, delays in ms, retryAfter in whole seconds. */
export function expandFault({ match, headers, retryAfter, delay, from, until, ...plain }: Fault): FaultSpec {
  const { header, ...others } = match ?? {}
  return {
    ...plain,
    ...withoutUndefined({
      match: match && { ...others, ...withoutUndefined({ header: header && texts(header) }) },
      headers: headers && texts(headers),
      retryAfter: retryAfter === undefined ? undefined : Math.ceil((readDurationMs(retryAfter) ?? 0) / 1000),
      delay: delay === undefined ? undefined : readDelay(delay),
      from: from === undefined ? undefined : momentOf(from),
      until: until === undefined ? undefined : momentOf(until),
    }),
  }
}

function texts(headers: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function readDelay(delay: NonNullable<Fault['delay']>): number | { min: number; max: number } {
  if (typeof delay !== 'object') return parseDelay(delay) ?? 0
  return { min: parseDelay(delay.min) ?? 0, max: parseDelay(delay.max) ?? 0 }
}

function momentOf(value: string | number | bigint) {
  return readMoment(value) ?? { offset: 0 }
}
