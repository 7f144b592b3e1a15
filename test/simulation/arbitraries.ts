import fc from 'fast-check'
import { given, maybe, OWNERS, often, pick, scope, world } from './draw.js'
import { profileChanges } from './draw-profiles.js'
import { requests } from './draw-requests.js'
import { faultSpecs, ids, limits, rateLimit, seed, usage, wholeSeed } from './draw-seeds.js'
import { SNAPSHOT_NAMES, type Step } from './steps.js'

const clock: fc.Arbitrary<Step> = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        move: fc.constant('advance' as const),
        by: pick('1s', '60s', '59s', '999ms', '1ms', '1h', '1d', 'P1M'),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        move: pick('next-expiry', 'next-edge', 'next-expiry', 'next-edge', 'next-month'),
        by: pick('+0s', '+0s', '-1ms', '+1ms', '-1d'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        move: fc.constant('set' as const),
        by: pick('+10s', '-1s', '-10s', '-60s', '-1h', '+1ms', '-30d'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        move: pick('unfreeze' as const, 'freeze' as const, 'rate' as const),
        by: fc.constant('+0s'),
      }),
    },
  )
  .chain((base) =>
    given<Extract<Step, { do: 'clock' }>>({
      do: fc.constant('clock' as const),
      world,
      move: fc.constant(base.move),
      by: fc.constant(base.by),
      rate: pick(1, 60, 1000),
      freeze: fc.oneof(
        { weight: 6, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: pick<boolean | undefined>(true, false) },
      ),
      force: maybe(fc.constant(true)),
      receipt: often(fc.constant(undefined), pick<'wet' | 'dry' | undefined>('wet', 'dry')),
    }),
  )

const index = fc.nat(3)
const action = <T extends Step['do'], Fields extends object>(
  name: T,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => fc.record({ do: fc.constant(name), world, ...fields }) as unknown as fc.Arbitrary<Step>

const management = fc.oneof(
  action('make namespace', { owner: pick(...OWNERS) }),
  action('make store', { owner: pick(...OWNERS) }),
  action('make key', { of: pick('namespace', 'store'), index, scope }),
  action('remove key', { index: fc.nat(8) }),
  { weight: 2, arbitrary: action('change namespace', { index: fc.nat(1), limits }) },
  action('change namespace', { index, limits: fc.constant({ reads: null, storageBytes: null }), usage }),
  action('change namespace', { index, owner: pick(...OWNERS), usage }),
  action('make database key', {
    scope: given<object>({
      projects: maybe(ids),
      documents: maybe(ids),
      outOfScope: maybe(pick('empty', 'forbidden')),
    }),
  }),
  { weight: 3, arbitrary: action('rate limit', { rateLimit: often(rateLimit, fc.constant(null)) }) },
  action('remove record', {
    collection: pick('documents', 'projects'),
    id: pick('1', '2', '8', '9', '10', '12'),
  }),
  action('remove namespace', { index: fc.nat(2) }),
  fc.oneof(action('remove store', { index }), action('remove database key', { index: fc.nat(4) })),
)

const faults = fc.oneof(
  { weight: 5, arbitrary: action('fault', { specs: faultSpecs }) },
  { weight: 2, arbitrary: action('change fault', { index: fc.nat(1), to: pick('off', 'gone', 'on') }) },
  { weight: 2, arbitrary: action('clear faults', {}) },
)

const keep = fc.uniqueArray(pick('clock', 'faults', 'requests'), { maxLength: 2 })
const name = pick(...SNAPSHOT_NAMES)
const lives = fc.oneof(
  { weight: 2, arbitrary: action('reset', { keep }) },
  { weight: 3, arbitrary: action('snapshot', { name }) },
  { weight: 6, arbitrary: action('restore', { name }) },
  { weight: 1, arbitrary: action('drop snapshot', { name }) },
  { weight: 3, arbitrary: action('world', { from: pick('current', 'seed', ...SNAPSHOT_NAMES) }) },
  { weight: 1, arbitrary: action('close', {}) },
  { weight: 3, arbitrary: action('reload', {}) },
  {
    weight: 2,
    arbitrary: fc.oneof(
      { weight: 3, arbitrary: action('merge', { seed }) },
      { weight: 1, arbitrary: action('replace', { seed: wholeSeed }) },
      { weight: 1, arbitrary: action('seed', { seed: wholeSeed }) },
    ),
  },
)

/** Mostly requests. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 61, arbitrary: requests },
  {
    weight: 3,
    arbitrary: action('walk', {
      collection: pick('documents', 'projects'),
      key: fc.nat(4),
      limit: pick(2, 1, 3, 50),
    }),
  },
  { weight: 11, arbitrary: clock },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: pick(1, 1000, 60_000) }) },
  { weight: 4, arbitrary: faults },
  { weight: 5, arbitrary: action('profile', { changes: profileChanges }) },
  { weight: 8, arbitrary: management },
  { weight: 9, arbitrary: lives },
  { weight: 2, arbitrary: action('look', {}) },
)
