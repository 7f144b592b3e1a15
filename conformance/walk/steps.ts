/** The calls of a walk as plain data. They refer to things by index, so that any of them can be left out. */

import type { DatabaseCollection } from '../session-database.js'
import type { RandomIntegers } from './random.js'

/** The namespaces and stores that a walk uses. */
export type WalkResource = 'own' | 'small' | 'foreign' | 'store' | 'foreign store'

/** Makes a call with a key of this scope, another resource's key, an unknown key, no credentials, or a token. */
export type Caller = 'read' | 'write' | 'admin' | 'foreign' | 'unknown' | 'nobody' | 'owner' | 'stranger'

export type WalkMoment =
  | 'soon'
  | 'a minute on'
  | 'before an expiry'
  | 'an expiry'
  | "the month's end"
  | 'the next month'

export type WalkStep =
  | {
      readonly do: 'put'
      readonly in: WalkResource
      readonly by: Caller
      readonly key: number
      /** JSON text. */
      readonly value: string
      readonly ttlSeconds: number
    }
  | { readonly do: 'get' | 'delete'; readonly in: WalkResource; readonly by: Caller; readonly key: number }
  | { readonly do: 'list' | 'usage'; readonly in: WalkResource; readonly by: Caller }
  /** Concurrent puts of several keys, by index. */
  | {
      readonly do: 'puts'
      readonly in: WalkResource
      readonly by: Caller
      readonly keys: readonly number[]
      readonly value: string
      readonly ttlSeconds: number
    }
  | { readonly do: 'pass'; readonly to: WalkMoment }
  | { readonly do: 'pages'; readonly of: DatabaseCollection; readonly limit: number }
  | {
      readonly do: 'create'
      readonly of: DatabaseCollection
      readonly optional: string | undefined
      readonly count: number
    }
  | { readonly do: 'fetch'; readonly index: number }

/** The steps that a walk can take on a service. */
export interface PossibleSteps {
  readonly resources: ReadonlyMap<WalkResource, readonly Caller[]>
  readonly canPass: boolean
  readonly canRead: boolean
  readonly canCreate: boolean
  /** The longest value that's accepted, in characters. */
  readonly valueLength: number
}

/** Number of entry keys to choose from. There are only a few, so that steps affect each other. */
export const KEYS = 4

/** Number of characters in a value that some services won't accept. */
export const LONG = 9000

const VALUES = [
  '1',
  'null',
  '"text"',
  '[1,{"a":[]}]',
  '{"on":true}',
  '""',
  `"${'x'.repeat(60)}"`,
  `"${'y'.repeat(150)}"`,
  '9007199254740993',
  'false',
  '"\u00e9\u6f22\u{1f600}"',
  JSON.stringify('0123456789'.repeat(LONG / 10)),
]
const TTLS = [60, 60, 90, 600, 3600, 86_400, 5, 40 * 86_400]
const MOMENTS: readonly WalkMoment[] = [
  'soon',
  'a minute on',
  'before an expiry',
  'an expiry',
  'an expiry',
  "the month's end",
  'the next month',
]
const OPTIONAL = [undefined, 'text', '', 'é\n"']

/** Relative weights for drawing each kind of step. */
const WEIGHTS = {
  put: 6,
  puts: 1,
  get: 6,
  delete: 3,
  list: 3,
  usage: 4,
  pass: 3,
  pages: 1,
  create: 1,
  fetch: 1,
} as const

const isStore = (resource: WalkResource): boolean => resource === 'store' || resource === 'foreign store'

/** Draws a step of this kind. Returns undefined if it isn't possible on this service. */
function stepOf(
  kind: keyof typeof WEIGHTS,
  random: RandomIntegers,
  reach: PossibleSteps,
): WalkStep | undefined {
  const pick = <T>(items: readonly T[]): T | undefined =>
    items.length === 0 ? undefined : items[random(items.length)]
  if (kind === 'pass') return reach.canPass ? { do: 'pass', to: pick(MOMENTS) ?? 'soon' } : undefined
  const of = pick(['documents', 'projects'] as const) ?? 'documents'
  if (kind === 'pages') return reach.canRead ? { do: 'pages', of, limit: random(4) } : undefined
  if (kind === 'create') {
    const count = random(4) === 0 ? 12 : 1
    return reach.canCreate ? { do: 'create', of, optional: pick(OPTIONAL), count } : undefined
  }
  if (kind === 'fetch') return reach.canRead ? { do: 'fetch', index: random(12) } : undefined
  const found = pick([...reach.resources])
  if (found === undefined) return undefined
  const [resource, callers] = found
  const value = pick(VALUES.filter(({ length }) => length <= reach.valueLength)) ?? '1'
  const ttlSeconds = pick(TTLS) ?? 60
  const asked = kind === 'puts' ? 'put' : kind
  const fitting = callers.filter((caller) => FITS[asked](caller, resource))
  const others = callers.filter((caller) => !FITS[asked](caller, resource) && !isGap(kind, caller, resource))
  const by = pick(random(8) === 0 && kind !== 'puts' ? others : fitting)
  if (by === undefined || (kind === 'usage' && isStore(resource))) return undefined
  if (kind === 'puts') {
    // If a limit is small, it's undefined which of the puts are refused.
    const keys = [...Array(KEYS).keys()]
    return resource === 'small' ? undefined : { do: 'puts', in: resource, by, keys, value, ttlSeconds }
  }
  const key = random(KEYS)
  if (kind === 'list' || kind === 'usage') return { do: kind, in: resource, by }
  if (kind !== 'put') return { do: kind, in: resource, by, key }
  return { do: kind, in: resource, by, key, value, ttlSeconds }
}

/** True if this caller is allowed to make the call. */
const FITS: Readonly<
  Record<'put' | 'get' | 'delete' | 'list' | 'usage', (by: Caller, resource: WalkResource) => boolean>
> = {
  put: (by) => by === 'write' || by === 'admin',
  get: (by) => by === 'read' || by === 'admin',
  delete: (by) => by === 'write' || by === 'admin',
  list: (by, resource) => (isStore(resource) ? by === 'read' || by === 'admin' : by === 'owner'),
  usage: (by) => by === 'owner',
}

/** It's a gap whether a key may list a namespace's keys. So we can't tell whether such a list removes expired entries. */
const isGap = (kind: string, by: Caller, resource: WalkResource): boolean =>
  kind === 'list' && !isStore(resource) && (by === 'read' || by === 'admin')

/** Draws the steps of a walk. Equal random numbers and an equal `reach` give equal walks. */
export function drawSteps(random: RandomIntegers, count: number, reach: PossibleSteps): readonly WalkStep[] {
  const kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind as keyof typeof WEIGHTS),
  )
  const steps: WalkStep[] = []
  // Give up at some point, since there may be no possible step.
  for (let tries = 0; steps.length < count && tries < 50 * count; tries += 1) {
    const kind = kinds[random(kinds.length)]
    const step = kind && stepOf(kind, random, reach)
    if (step !== undefined) steps.push(step)
  }
  return steps
}
