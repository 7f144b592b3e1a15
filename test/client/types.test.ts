import { describe, expectTypeOf, test } from 'vitest'
import type {
  ConfigEntryObject,
  DatabaseKeyObject,
  DatabaseObject,
  DocumentObject,
  KvEntryObject,
  NamespaceObject,
  ProjectObject,
  RateLimitObject,
  ResumeObject,
  ScopedKeyObject,
  SeedClock,
  SeedObject,
  StoreObject,
} from '../../src/client/seed-object.js'
import type { OperationGlob } from '../../src/contract/operations.js'
import type { EmulatorClient, EmulatorOptions } from '../../src/index.js'
import type { ContractSeed as Seed } from '../../src/services/index.js'

/** Compares the types for users with the schema that validates. */

type Present<T> = Exclude<T, undefined>
type ItemOf<T> = Present<T> extends readonly (infer Item)[] ? Item : never
type NamespaceSeed = ItemOf<Seed['namespaces']>
type KvEntrySeed = ItemOf<NamespaceSeed['entries']>
type StoreSeed = ItemOf<Seed['stores']>
type ConfigEntrySeed = ItemOf<StoreSeed['entries']>
type DatabaseSeed = Present<Seed['database']>
type ProjectSeed = ItemOf<DatabaseSeed['projects']>
type DocumentSeed = ItemOf<DatabaseSeed['documents']>

describe('the types of a seed have the fields of its schema, and no others', () => {
  test('the types of seed, clock and resume have the fields of the schema', () => {
    expectTypeOf<keyof SeedObject>().toEqualTypeOf<keyof Seed>()
    expectTypeOf<keyof SeedClock>().toEqualTypeOf<keyof Present<Seed['clock']>>()
    expectTypeOf<Present<Seed['clock']>>().toExtend<SeedClock>()
    expectTypeOf<keyof ResumeObject>().toEqualTypeOf<keyof Present<Seed['resume']>>()
  })

  test('the types of namespaces and stores have the fields of the schema', () => {
    expectTypeOf<keyof NamespaceObject>().toEqualTypeOf<keyof NamespaceSeed>()
    expectTypeOf<keyof StoreObject>().toEqualTypeOf<keyof StoreSeed>()
    expectTypeOf<Omit<NamespaceSeed, 'entries'>>().toExtend<NamespaceObject>()
    expectTypeOf<Omit<StoreSeed, 'entries'>>().toExtend<StoreObject>()
    expectTypeOf<keyof ScopedKeyObject>().toEqualTypeOf<keyof Present<NamespaceSeed['keys']>[number]>()
    expectTypeOf<keyof KvEntryObject>().toEqualTypeOf<keyof KvEntrySeed>()
    expectTypeOf<keyof ConfigEntryObject>().toEqualTypeOf<keyof ConfigEntrySeed>()
    expectTypeOf<Present<KvEntryObject['expiresAt']>>().toExtend<Present<KvEntrySeed['expiresAt']>>()
  })

  test('the types of the database have the fields of the schema', () => {
    expectTypeOf<keyof DatabaseObject>().toEqualTypeOf<keyof DatabaseSeed>()
    expectTypeOf<keyof DatabaseKeyObject>().toEqualTypeOf<keyof Present<DatabaseSeed['keys']>[number]>()
    expectTypeOf<keyof ProjectObject>().toEqualTypeOf<keyof ProjectSeed>()
    expectTypeOf<keyof DocumentObject>().toEqualTypeOf<keyof DocumentSeed>()
    expectTypeOf<RateLimitObject>().toEqualTypeOf<Readonly<Present<DatabaseSeed['rateLimit']>>>()
    // A seed may also write ids as numbers; a parsed seed has them as digits.
    expectTypeOf<DatabaseSeed>().toExtend<DatabaseObject>()
  })
})

test('a misspelt or missing field does not compile', () => {
  const seeds = (..._: readonly SeedObject[]): void => {}
  // @ts-expect-error: there is no such field
  seeds({ namespaces: [{ idd: 1 }] })
  // @ts-expect-error: an entry of a namespace expires
  seeds({ namespaces: [{ id: 'ns_a_1', entries: [{ key: 'a', value: 1 }] }] })
  // @ts-expect-error: an entry has a value
  seeds({ namespaces: [{ id: 'ns_a_1', entries: [{ key: 'a', ttlSeconds: 60 }] }] })
  // @ts-expect-error: a value is given once
  seeds({ stores: [{ id: 'ec_a_1', entries: [{ key: 'a', value: 1, json: '1' }] }] })
  // @ts-expect-error: there is no such option
  seeds({ profile: { kv: { putStatu: 201 } } })
  seeds({ namespaces: [{ id: 'ns_a_1', entries: [{ key: 'a', value: null, expiresAt: '+10m' }] }] })
  seeds({ stores: [{ id: 'ec_a_1', entries: [{ key: 'a', json: '1.0' }] }] })

  const options = (..._: readonly EmulatorOptions[]): void => {}
  // @ts-expect-error: there is no such option
  options({ sead: 'fixtures.yaml' })
  // @ts-expect-error: no seed
  options({ seed: { namespaces: 1 } })
  options({ clock: { now: new Date(0), freeze: true }, cors: true })
})

test('a seed that was imported from JSON compiles', () => {
  const imported = { version: 1, stores: [{ id: 'ec_a_1', keys: [{ key: 'k', scope: 'read' }] }] }
  expectTypeOf<typeof imported>().toExtend<SeedObject>()
})

test('operations, statuses and globs compile', () => {
  const client = {} as EmulatorClient
  const calls = () => [
    client.faults.add({ match: { operation: 'kv.put' }, status: 503 }),
    client.faults.add([{ match: { operation: 'k*' }, status: 503 }]),
    // @ts-expect-error: there is no such field
    client.faults.add({ stauts: 503 }),
    client.requests({ operation: '*.list', status: '4xx' }),
    client.requests({ operation: 'documents.*', status: 404 }),
  ]
  expectTypeOf(calls).toBeFunction()
  expectTypeOf<'kv.put' | 'kv.*' | '*.list'>().toExtend<OperationGlob>()
})
