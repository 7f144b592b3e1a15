import { parseDelay } from '../../core/durations.js'
import { readDurationMs, readInstant, readMoment } from '../../core/moment.js'
import { withoutUndefined } from '../../core/objects.js'
import type { FaultSpec } from '../../domain/faults/fault.js'
import { configEntry } from '../../services/config/kinds.js'
import { document as databaseDocument, project } from '../../services/documents/kinds.js'
import type { RateLimit } from '../../services/documents/rate-limit.js'
import { kvEntry } from '../../services/kv/kinds.js'
import type { Counters } from '../../services/kv/quotas.js'
import type { FaultSeed } from '../schema/fault.js'
import type { DatabaseSeed, NamespaceSeed, Seed, SeedDocument } from '../schema/schema.js'
import { inOrder, SeedProblems } from '../text/problems.js'
import type { Anchor } from './block.js'
import { BlockExpander } from './blocks.js'

/**
 * Fills in the templates of a seed and reads its times, sizes and values, which gives what the domain loads. Equal
 * seeds give equal data: each record draws from a stream of its own (docs/DESIGN.md section 4, Templates).
 *
 * @param random the random seed that templates draw from
 * @param anchor what relative times count from
 * @throws SeedProblems for templates that do not exist or fail, and for keys or ids that collide
 */
export function expandSeed(document: SeedDocument, random: number, anchor?: Anchor) {
  const { data } = document
  const { clock, namespaces = [], stores = [], database = {} } = data
  const { rateLimit, projects, documents } = database
  const expander = new BlockExpander(document, random, clock?.now, anchor)
  const expanded = {
    clock: expandClock(clock),
    random: data.random,
    profile: data.profile ?? {},
    namespaces: namespaces.map(({ id, owner, limits = {}, usage, keys = [], entries }, index) => ({
      id,
      owner,
      limits,
      usage: usage === undefined ? [] : expandUsage(usage),
      keys,
      entries: expander.expand({
        name: ['namespaces', id, 'entries'],
        path: ['namespaces', index, 'entries'],
        sources: entries,
        kind: kvEntry,
      }),
    })),
    stores: stores.map(({ id, owner, keys = [], entries }, index) => ({
      id,
      owner,
      keys,
      entries: expander.expand({
        name: ['stores', id, 'entries'],
        path: ['stores', index, 'entries'],
        sources: entries,
        kind: configEntry,
      }),
    })),
    database: {
      rateLimit: rateLimit && expandRateLimit(rateLimit),
      keys: database.keys ?? [],
      projects: expander.expand({
        name: ['projects'],
        path: ['database', 'projects'],
        sources: projects,
        kind: project,
      }),
      documents: expander.expand({
        name: ['documents'],
        path: ['database', 'documents'],
        sources: documents,
        kind: databaseDocument,
      }),
    },
    faults: (data.faults ?? []).map(expandFault),
    resume: data.resume,
  }
  if (expander.problems.length > 0) throw new SeedProblems(inOrder(expander.problems))
  return expanded
}

/** A seed with its templates filled in and its texts understood: the plain data that a state loads. */
export type ExpandedSeed = ReturnType<typeof expandSeed>

/** `now` in ms since 1970. */
function expandClock({ now, ...others }: NonNullable<Seed['clock']> = {}): {
  now?: number
  freeze?: boolean
  rate?: number
} {
  const at = now === undefined ? undefined : readInstant(now)
  return at === undefined ? others : { now: at, ...others }
}

/** The counters of a month: `YYYY-MM`, or "current", the one that the present or the origin falls in. */
export interface MonthCounters {
  readonly month: string
  readonly counters: Partial<Counters>
}

/** A seed gives this month's counters beside those of months by name. */
export function expandUsage(usage: NonNullable<NamespaceSeed['usage']>): readonly MonthCounters[] {
  const current: Record<string, number> = {}
  const months: MonthCounters[] = []
  for (const [name, value] of Object.entries(usage)) {
    if (typeof value === 'number') current[name] = value
    else if (value !== undefined) months.push({ month: name, counters: value })
  }
  return Object.keys(current).length === 0 ? months : [{ month: 'current', counters: current }, ...months]
}

export function expandRateLimit({ requests, per }: NonNullable<DatabaseSeed['rateLimit']>): RateLimit {
  return { requests, perMs: readDurationMs(per) ?? 0 }
}

/** A checked fault with its times and lengths read: moments, delays in ms, retryAfter in whole seconds. */
export function expandFault({
  match,
  headers,
  retryAfter,
  delay,
  from,
  until,
  ...plain
}: FaultSeed): FaultSpec {
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

function readDelay(delay: NonNullable<FaultSeed['delay']>): number | { min: number; max: number } {
  if (typeof delay !== 'object') return parseDelay(delay) ?? 0
  return { min: parseDelay(delay.min) ?? 0, max: parseDelay(delay.max) ?? 0 }
}

function momentOf(value: string | number | bigint) {
  return readMoment(value) ?? { offset: 0 }
}
