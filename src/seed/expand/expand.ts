import { parseDelay } from '../../core/durations.js'
import { readDurationMs, readInstant, readMoment } from '../../core/moment.js'
import { withoutUndefined } from '../../core/objects.js'
import { inTurns, Slice, type Steps } from '../../core/steps.js'
import type { FaultSpec } from '../../domain/faults/fault.js'
import type { RateLimit } from '../../domain/rate-limit.js'
import type { Fault } from '../schema/fault.js'
import type { DatabaseSeed, NamespaceSeed, Seed, SeedDocument, StoreSeed } from '../schema/schema.js'
import { inOrder, SeedProblems } from '../text/problems.js'
import { BlockExpander, type ExpandOptions } from './blocks.js'
import type { CompiledList } from './compiled-list.js'
import type {
  ExpandedSeed,
  SeededConfigEntry,
  SeededCounters,
  SeededDatabase,
  SeededEntry,
  SeededNamespace,
  SeededStore,
} from './expanded.js'
import { configEntryKind, documentKind, kvEntryKind, projectKind } from './records.js'
import type { SeedBlocks } from './sound-blocks.js'

/** Where the seed sets no clock, "recent" and "past" in templates count from here: the same on every day. */
const TEMPLATE_REFERENCE_MS = Date.UTC(2026, 0, 1)

/**
 * Fills in the templates of a seed and reads its times, sizes and values, which gives what the domain loads. Equal
 * seeds give equal data: each record draws from a stream of its own (docs/DESIGN.md section 4, Templates). It works in
 * slices.
 *
 * @throws SeedProblems for templates that do not exist or fail, and for keys or ids that collide
 */
export async function expandSeed(
  { data, hold }: SeedDocument,
  options: ExpandOptions,
): Promise<ExpandedSeed> {
  const expander = new BlockExpander(data, { ...options, hold })
  const lists = await compileLists(data, expander, options)
  const expanded = await inTurns(assemble(data, lists), options.stopping)
  if (expander.problems.length > 0) throw new SeedProblems(inOrder(expander.problems))
  return expanded
}

/** The lists that may hold templates, compiled. */
interface Lists {
  readonly namespaces: readonly CompiledList<SeededEntry>[]
  readonly stores: readonly CompiledList<SeededConfigEntry>[]
  readonly projects: CompiledList<SeededDatabase['projects'][number]>
  readonly documents: CompiledList<SeededDatabase['documents'][number]>
}

/** Loads Faker where a template needs it. */
export async function compileLists(
  blocks: SeedBlocks,
  expander: BlockExpander,
  { stopping }: ExpandOptions,
): Promise<Lists> {
  const lists = await inTurns(compiled(blocks, expander), stopping)
  if (expander.needsFaker) {
    const { templateFunctions } = await import('./faker.js')
    const functions = templateFunctions(readInstant(blocks.clock?.now ?? '') ?? TEMPLATE_REFERENCE_MS)
    await inTurns(expander.link(functions), stopping)
  }
  return lists
}

function* compiled(
  { namespaces = [], stores = [], database = {} }: SeedBlocks,
  expander: BlockExpander,
): Steps<Lists> {
  const { projects = [], documents = [] } = database
  const slice = new Slice()
  const ofNamespaces: CompiledList<SeededEntry>[] = []
  for (const [index, { id, entries = [] }] of namespaces.entries()) {
    if (slice.spend()) yield
    const path = ['namespaces', index, 'entries']
    ofNamespaces.push(yield* expander.compile(['namespaces', id, 'entries'], path, entries, kvEntryKind))
  }
  const ofStores: CompiledList<SeededConfigEntry>[] = []
  for (const [index, { id, entries = [] }] of stores.entries()) {
    if (slice.spend()) yield
    const path = ['stores', index, 'entries']
    ofStores.push(yield* expander.compile(['stores', id, 'entries'], path, entries, configEntryKind))
  }
  return {
    namespaces: ofNamespaces,
    stores: ofStores,
    projects: yield* expander.compile(['projects'], ['database', 'projects'], projects, projectKind),
    documents: yield* expander.compile(['documents'], ['database', 'documents'], documents, documentKind),
  }
}

/** To expand a fault takes so many times as long as most work on an item does. */
const ITEMS_A_FAULT = 4

function* assemble(data: Seed, lists: Lists): Steps<ExpandedSeed> {
  const { random, resume } = data
  const slice = new Slice()
  const namespaces: SeededNamespace[] = []
  for (const [index, namespace] of (data.namespaces ?? []).entries()) {
    if (slice.spend()) yield
    const list = lists.namespaces[index]
    namespaces.push(expandNamespace(namespace, list === undefined ? [] : yield* list.expand()))
  }
  const stores: SeededStore[] = []
  for (const [index, store] of (data.stores ?? []).entries()) {
    if (slice.spend()) yield
    const list = lists.stores[index]
    stores.push(expandStore(store, list === undefined ? [] : yield* list.expand()))
  }
  return {
    clock: expandClock(data.clock),
    ...(random === undefined ? {} : { random }),
    profile: data.profile ?? {},
    namespaces,
    stores,
    database: yield* expandDatabase(data.database ?? {}, lists),
    faults: yield* slice.map(data.faults ?? [], expandFault, ITEMS_A_FAULT),
    ...(resume === undefined ? {} : { resume }),
  }
}

function expandClock({ now, ...others }: NonNullable<Seed['clock']> = {}): ExpandedSeed['clock'] {
  const at = now === undefined ? undefined : readInstant(now)
  return at === undefined ? others : { now: at, ...others }
}

function expandNamespace(namespace: NamespaceSeed, entries: readonly SeededEntry[]): SeededNamespace {
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

function expandStore({ id, owner, keys }: StoreSeed, entries: readonly SeededConfigEntry[]): SeededStore {
  return { id, owner, keys: keys ?? NONE, entries }
}

function* expandDatabase({ rateLimit, keys = [] }: DatabaseSeed, lists: Lists): Steps<SeededDatabase> {
  const rest = { keys, projects: yield* lists.projects.expand(), documents: yield* lists.documents.expand() }
  if (rateLimit === undefined) return rest
  return { rateLimit: expandRateLimit(rateLimit), ...rest }
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
