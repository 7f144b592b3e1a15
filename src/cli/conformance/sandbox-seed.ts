import type { SeedObject } from '../../client/seed-object.js'

/**
 * The state in which every statement of the contract can be tried and every gap seen. It is added to a
 * world's present state, whose own entries and records stay out of observation.
 */

/** Whose the namespaces are, and who owns the foreign ones. */
export const OWNER = 'user_conform_owner'
export const STRANGER = 'user_conform_stranger'

/** Small, so that they are soon used up. */
export const SMALL_LIMITS = { reads: 4, writes: 3, lists: 2, storageBytes: 400 }
export const SMALL_RATE_LIMIT = { requests: 5, perMs: 60_000 }

/** Never reached; so the profile's default limits have no effect. */
const AMPLE_LIMITS = { reads: 1e9, writes: 1e9, lists: 1e9, storageBytes: 1e12 }
/** Never reached; a seed can raise a rate limit but not remove it. */
const AMPLE_RATE_LIMIT = { requests: 1e9, per: '1s' }

/** Out of the way of the world's own ids, and still exact wherever numbers are read as JavaScript does. */
const FIRST_ID = 2 ** 52

/** The names of everything on a sandbox. */
export interface SandboxNames {
  readonly namespace: string
  readonly foreignNamespace: string
  readonly smallNamespace: string
  readonly defaultNamespace: string
  readonly store: string
  readonly foreignStore: string
  readonly misnamedKey: string
  readonly databaseKey: string
  readonly scopedKey: string
  readonly blindKeys: readonly [empty: string, forbidden: string]
  /** Ids of documents: the first is shown to the scoped key, the last is not. */
  readonly documents: readonly string[]
}

/**
 * Names that are new in the world.
 *
 * @param mark lower-case letters and digits, drawn for this sandbox
 * @param documents how many there are to be, from 3 up
 */
export function sandboxNames(mark: string, documents: number): SandboxNames {
  return {
    namespace: `ns_conform_${mark}`,
    foreignNamespace: `ns_foreign_${mark}`,
    smallNamespace: `ns_small_${mark}`,
    defaultNamespace: `ns_default_${mark}`,
    store: `ec_conform_${mark}`,
    foreignStore: `ec_foreign_${mark}`,
    misnamedKey: `kv_admin_misnamed${mark}`,
    databaseKey: `db_conform_${mark}`,
    scopedKey: `db_scoped_${mark}`,
    blindKeys: [`db_empty_${mark}`, `db_forbidden_${mark}`],
    documents: Array.from({ length: documents }, (_, index) => idAt(index)),
  }
}

const idAt = (index: number): string => String(FIRST_ID + index)

/** The keys of a namespace or store, by their scope; the random parts differ, as those of real ones do. */
export function keysOf(id: string): Readonly<Record<'read' | 'write' | 'admin', string>> {
  const random = id.replaceAll('_', '')
  return { read: `kv_read_${random}r`, write: `kv_write_${random}w`, admin: `kv_admin_${random}a` }
}

/** The seed of a sandbox. */
export function sandboxSeed(names: SandboxNames): SeedObject {
  const [blindEmpty, blindForbidden] = names.blindKeys
  const entry = { key: 'here-before', value: { count: 1 } }
  const projects = Array.from({ length: 7 }, (_, index) => ({ id: idAt(index), name: `Project ${index}` }))
  const [home = '', bare = ''] = projects.map(({ id }) => id)
  return {
    version: 1,
    clock: { freeze: true },
    namespaces: [
      {
        id: names.namespace,
        owner: OWNER,
        limits: AMPLE_LIMITS,
        keys: [...seededKeys(names.namespace), { key: names.misnamedKey, scope: 'read' }],
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
      { id: names.store, owner: OWNER, keys: seededKeys(names.store), entries: [entry] },
      { id: names.foreignStore, owner: STRANGER, keys: seededKeys(names.foreignStore) },
    ],
    database: {
      rateLimit: AMPLE_RATE_LIMIT,
      keys: [
        // It sees the sandbox's projects alone, not those of the world's earlier state.
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
        ...(index % 2 === 0 ? { content: 'text' } : {}),
      })),
    },
  }
}

/** The seed that makes the rate limit low. */
export const RATE_LIMITED: SeedObject = {
  version: 1,
  database: { rateLimit: { requests: SMALL_RATE_LIMIT.requests, per: SMALL_RATE_LIMIT.perMs / 1000 } },
}

function seededKeys(id: string): { key: string; scope: 'read' | 'write' | 'admin' }[] {
  const { read, write, admin } = keysOf(id)
  return [
    { key: read, scope: 'read' },
    { key: write, scope: 'write' },
    { key: admin, scope: 'admin' },
  ]
}
