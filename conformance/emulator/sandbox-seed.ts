import type { Scope } from '../../src/contract/values.js'
import type { MisnamedKeys, ServiceUnderTest } from '../subject.js'

/**
 * A state in which every statement can be tried and every gap can be observed. It's merged into a world's current
 * state, and doesn't touch entries and records that are already there.
 */

/** `OWNER` owns our namespaces, and `STRANGER` the foreign ones. */
export const OWNER = 'user_conform_owner'
export const STRANGER = 'user_conform_stranger'

export const SMALL_LIMITS = { reads: 4, writes: 3, lists: 2, storageBytes: 400 }
export const SMALL_RATE_LIMIT = { requests: 5, perMs: 60_000 }

/** Limits that are never reached, so that the profile's defaults don't matter. */
export const AMPLE_LIMITS = { reads: 1e9, writes: 1e9, lists: 1e9, storageBytes: 1e12 }
/** Never reached. A seed can't remove a rate limit, so raise it instead. */
const AMPLE_RATE_LIMIT = { requests: 1e9, per: '1s' }

/** Far from the world's own ids, but still exact as a JavaScript number. */
const FIRST_ID = 2 ** 52

/** Id of the third document and project. It can't be represented as a double. */
export const LONG_ID = '9007199254740993'
const LONG_ID_AT = 2

export interface SandboxNames {
  readonly namespace: string
  readonly foreignNamespace: string
  readonly smallNamespace: string
  readonly defaultNamespace: string
  readonly store: string
  readonly foreignStore: string
  readonly misnamed: NonNullable<ServiceUnderTest['misnamed']>
  readonly databaseKey: string
  readonly scopedKey: string
  readonly blindKeys: readonly [empty: string, forbidden: string]
  /** Document ids. The scoped key can see the first one, but not the last. */
  readonly documents: readonly string[]
  /** Project ids. The documents belong to the first one. A key without documents can only see the second. */
  readonly projects: readonly [home: string, bare: string, ...others: string[]]
}

/**
 * Picks names that don't exist in the world yet.
 *
 * @param mark lower-case letters and digits, unique to this sandbox
 * @param documents number of documents, at least 3
 */
export function sandboxNames(mark: string, documents: number): SandboxNames {
  return {
    namespace: `ns_conform_${mark}`,
    foreignNamespace: `ns_foreign_${mark}`,
    smallNamespace: `ns_small_${mark}`,
    defaultNamespace: `ns_default_${mark}`,
    store: `ec_conform_${mark}`,
    foreignStore: `ec_foreign_${mark}`,
    misnamed: { namespace: misnamedKeys(`kv${mark}`), store: misnamedKeys(`ec${mark}`) },
    databaseKey: `db_conform_${mark}`,
    scopedKey: `db_scoped_${mark}`,
    blindKeys: [`db_empty_${mark}`, `db_forbidden_${mark}`],
    documents: Array.from({ length: documents }, (_, index) => idAt(index)),
    projects: [idAt(0), idAt(1), ...Array.from({ length: 5 }, (_, index) => idAt(index + 2))],
  }
}

const idAt = (index: number): string => (index === LONG_ID_AT ? LONG_ID : String(FIRST_ID + index))

const misnamedKeys = (random: string): MisnamedKeys => ({
  readAsAdmin: `kv_admin_misnamed${random}`,
  adminAsRead: `kv_read_misnamed${random}`,
})

/** Creates a namespace's or store's keys, one per scope. Their random parts differ, as they would on a real service. */
export function keysOf(id: string): Readonly<Record<Scope, string>> {
  const random = id.replaceAll('_', '')
  return { read: `kv_read_${random}r`, write: `kv_write_${random}w`, admin: `kv_admin_${random}a` }
}

export function sandboxSeed(names: SandboxNames): object {
  const [blindEmpty, blindForbidden] = names.blindKeys
  const entry = { key: 'here-before', value: { count: 1 } }
  // Only some records have the optional text.
  const some = (index: number, fields: object) => (index % 2 === 0 ? fields : {})
  const projects = names.projects.map((id, index) => ({
    id,
    name: `Project ${index}`,
    ...some(index, { description: 'text' }),
  }))
  const [home, bare] = names.projects
  return {
    version: 1,
    clock: { freeze: true },
    namespaces: [
      {
        id: names.namespace,
        owner: OWNER,
        limits: AMPLE_LIMITS,
        keys: [...seededKeys(names.namespace), ...seededMisnamed(names.misnamed.namespace)],
        entries: [{ ...entry, ttlSeconds: 86_400 }],
      },
      {
        id: names.foreignNamespace,
        owner: STRANGER,
        limits: AMPLE_LIMITS,
        keys: seededKeys(names.foreignNamespace),
      },
      {
        id: names.smallNamespace,
        owner: OWNER,
        limits: SMALL_LIMITS,
        keys: seededKeys(names.smallNamespace),
      },
      { id: names.defaultNamespace, owner: OWNER },
    ],
    stores: [
      {
        id: names.store,
        owner: OWNER,
        keys: [...seededKeys(names.store), ...seededMisnamed(names.misnamed.store)],
        entries: [entry],
      },
      { id: names.foreignStore, owner: STRANGER, keys: seededKeys(names.foreignStore) },
    ],
    database: {
      rateLimit: AMPLE_RATE_LIMIT,
      keys: [
        // This key mustn't see documents that were already in the world.
        { key: names.databaseKey, projects: projects.map(({ id }) => id) },
        { key: names.scopedKey, documents: names.documents.slice(0, 2), outOfScope: 'empty' },
        { key: blindEmpty, projects: [bare], outOfScope: 'empty' },
        { key: blindForbidden, documents: [], outOfScope: 'forbidden' },
      ],
      projects,
      documents: names.documents.map((id, index) => ({
        id,
        title: `Document ${index}`,
        project: home,
        ...some(index, { content: 'text' }),
      })),
    },
  }
}

export const RATE_LIMITED = {
  version: 1,
  database: { rateLimit: { requests: SMALL_RATE_LIMIT.requests, per: SMALL_RATE_LIMIT.perMs / 1000 } },
}

const seededMisnamed = ({ readAsAdmin, adminAsRead }: MisnamedKeys) => [
  { key: readAsAdmin, scope: 'read' },
  { key: adminAsRead, scope: 'admin' },
]

function seededKeys(id: string): { key: string; scope: Scope }[] {
  const { read, write, admin } = keysOf(id)
  return [
    { key: read, scope: 'read' },
    { key: write, scope: 'write' },
    { key: admin, scope: 'admin' },
  ]
}
