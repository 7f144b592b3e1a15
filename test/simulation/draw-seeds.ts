import fc from 'fast-check'
import type { ModelFaultSpec } from '../../conformance/model/state.js'
import { entryName, given, maybe, OWNERS, often, pick, seldom, valueText } from './draw.js'
import { profileChanges } from './draw-profiles.js'
import type { EntrySeed, ModelSeed } from './model/seed.js'
import { SEED } from './subject.js'

const count = pick(3, 1, 0, 5)
export const limits = given<Record<string, number>>({
  reads: maybe(pick(5, 8, 0)),
  writes: seldom(pick(5, 8, 0)),
  lists: maybe(pick(3, 0)),
  storageBytes: maybe(pick(26, 10, 14, 0)),
})
export const usage = given<Record<string, number>>({
  reads: maybe(count),
  writes: maybe(count),
  deletes: maybe(count),
  lists: maybe(count),
})
export const rateLimit = fc.record({ requests: pick(5, 2, 0), per: pick('1m', '10s', '7s') })
export const ids = fc.uniqueArray(pick('1', '2', '3', '5', '8', '10', '11'), { maxLength: 3 })

const faultSpec: fc.Arbitrary<ModelFaultSpec> = fc
  .record({
    effect: fc.oneof(
      fc.record({
        status: pick(503, 429, 500, 404, 403, 401, 400, 409, 413, 422),
        retryAfter: maybe(pick(1, 7)),
      }),
      fc.record({ connection: pick('reset' as const, 'close' as const) }),
    ),
    rest: given<ModelFaultSpec>({
      id: maybe(pick('mine', 'f_2')),
      enabled: maybe(often(fc.constant(true), fc.constant(false))),
      effect: maybe(pick('after' as const, 'before' as const)),
      match: maybe(
        given<NonNullable<ModelFaultSpec['match']>>({
          operation: maybe(pick('kv.*', 'kv.put', 'documents.*', '*.list', '*')),
          method: seldom(often(pick('GET', 'PUT'), fc.constant('POST'))),
          path: seldom(pick('/v1/kv/**', '/*', '/v1/*/*')),
          namespace: seldom(pick('ns_shop_aaa111')),
          store: seldom(pick('ec_web_aaaa1111')),
          key: seldom(pick('cart', 'ü/ß %')),
          credential: seldom(pick('user_alice', 'db_all', 'kv_read_shop')),
        }),
      ),
      times: often(pick<number | undefined>(1, 2), fc.constant(undefined)),
      after: maybe(pick(1, 2)),
      probability: seldom(pick(1, 0)),
      from: maybe(pick('+1s', '-5s')),
      until: maybe(pick('+60s', '+2s', '+1h')),
    }),
  })
  .map(({ effect, rest }) => {
    const drawn: Record<string, unknown> = { ...rest, ...effect }
    return Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined))
  })

/** Faults in the same list have different ids. */
export const faultSpecs = fc.uniqueArray(faultSpec, {
  minLength: 1,
  maxLength: 2,
  selector: ({ id }) => id ?? Symbol('none'),
})

const entrySeed: fc.Arbitrary<EntrySeed> = fc
  .record({
    key: entryName,
    json: valueText,
    life: pick<Partial<EntrySeed>>(
      { ttlSeconds: 60 },
      { ttlSeconds: 3600 },
      { expiresAt: '+30s' },
      { expiresAt: '-10s', createdAt: '-1h' },
      { expiresAt: '+1d', ttlSeconds: 5, createdAt: '-2m' },
      { expiresAt: '2026-03-01T00:00:00.000Z' },
    ),
  })
  .map(({ life, ...entry }) => ({ ...entry, ...life }))
const entrySeeds = fc.uniqueArray(entrySeed, { maxLength: 3, selector: ({ key }) => key })
const configSeeds = fc.uniqueArray(
  fc.record({ key: entryName, json: valueText.filter((value) => value !== 'null') }),
  { maxLength: 3, selector: ({ key }) => key },
)

type Of<Name extends keyof ModelSeed> = NonNullable<ModelSeed[Name]>
type Item<List> = List extends readonly (infer T)[] ? T : never
type Key = Item<NonNullable<Item<Of<'namespaces'>>['keys']>>

const shopKey: Key = { key: 'kv_read_shop', scope: 'read' }
const newKey: Key = { key: 'kv_admin_new', scope: 'admin' }
/** This key already belongs to another namespace, so a seed that contains it can't be merged. */
const takenKey: Key = { key: 'kv_admin_shop', scope: 'admin' }

const namespaceSeed = fc
  .record({
    of: fc.constantFrom(
      { id: 'ns_shop_aaa111', keys: [shopKey] as Key[] },
      { id: 'ns_new_ccc333', keys: [newKey] as Key[] },
      { id: 'ns_new_ccc333', keys: [takenKey] as Key[] },
    ),
    rest: given<Omit<Item<Of<'namespaces'>>, 'id' | 'keys'>>({
      owner: maybe(pick(...OWNERS)),
      limits: maybe(limits),
      usage: maybe(usage),
      entries: maybe(entrySeeds),
    }),
  })
  .map(({ of, rest }) => ({ ...of, ...rest }))
const storeSeed = given<Item<Of<'stores'>>>({
  id: pick('ec_web_aaaa1111', 'ec_new_cccc3333'),
  owner: maybe(pick(...OWNERS)),
  entries: maybe(configSeeds),
})
const recordId = maybe(pick('3', '5', '12', '20', '9007199254740993'))
const idOrSymbol = ({ id }: { id?: string }) => id ?? Symbol('none')
const documentsSeed = given<Of<'database'>>({
  rateLimit: maybe(rateLimit),
  keys: maybe(
    fc
      .record({ projects: ids, documents: ids, outOfScope: pick('empty' as const, 'forbidden' as const) })
      .map((seen) => [{ key: 'db_scoped', ...seen }]),
  ),
  projects: maybe(
    fc.uniqueArray(
      given<{ id?: string; name: string; description?: string }>({
        id: recordId,
        name: pick('P', 'Q'),
        description: maybe(pick('d')),
      }),
      { maxLength: 2, selector: idOrSymbol },
    ),
  ),
  documents: maybe(
    fc.uniqueArray(
      given<{ id?: string; title: string; content?: string; project?: string }>({
        id: recordId,
        title: pick('D', 'E'),
        content: maybe(pick('c')),
        project: maybe(pick('10', '11', '12')),
      }),
      { maxLength: 3, selector: idOrSymbol },
    ),
  ),
})

const clockSeed = given<Of<'clock'>>({
  now: maybe(pick('2026-01-31T23:59:00.000Z', '2026-03-15T12:00:00.500Z')),
  freeze: often(fc.constant<boolean | undefined>(true), pick<boolean | undefined>(false, undefined)),
  rate: maybe(pick(1, 60)),
})

/** A small seed that can be merged into a state or replace it. */
export const seed: fc.Arbitrary<ModelSeed> = given<ModelSeed>({
  clock: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: clockSeed }),
  profile: fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: profileChanges },
  ),
  namespaces: maybe(fc.uniqueArray(namespaceSeed, { maxLength: 2, selector: ({ id }) => id })),
  stores: maybe(fc.uniqueArray(storeSeed, { maxLength: 2, selector: ({ id }) => id })),
  database: maybe(documentsSeed),
  faults: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: faultSpecs }),
})

/** Seeds to continue with. Usually the initial one, because a world without keys only returns 401. */
export const wholeSeed: fc.Arbitrary<ModelSeed> = often(
  seed.map(({ clock, profile, faults }) => ({
    ...SEED,
    ...(clock === undefined ? {} : { clock }),
    ...(profile === undefined ? {} : { profile }),
    ...(faults === undefined ? {} : { faults }),
  })),
  seed,
)
