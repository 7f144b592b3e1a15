import type { Operation } from '../../../src/contract/operations.js'
import type { StoreInfo } from '../../../src/services/config/admin.js'
import type { DatabaseKeyInfo } from '../../../src/services/documents/admin.js'
import type { NamespaceInfo } from '../../../src/services/kv/admin.js'
import { run } from '../../api.js'
import { counted } from '../../lib/format.js'

/** Something that an application sends to be let in. */
export interface Credential {
  readonly kind: Exclude<Operation['credential'], 'none'>
  readonly text: string
  /** What it opens: "read", "sees everything". */
  readonly scope: string
  /** The namespace or store; undefined for the database. */
  readonly holder?: string
}

/** All that a world lets in. */
export interface Credentials {
  readonly keys: readonly Credential[]
  /** Who owns a namespace or a store: bearer tokens are taken of these. */
  readonly owners: readonly string[]
  /** A namespace of each owner. */
  readonly namespaceOf: ReadonlyMap<string, string>
}

/**
 * Reads every credential of the world.
 *
 * @throws ApiError
 */
export async function readCredentials(signal: AbortSignal): Promise<Credentials> {
  const [{ namespaces }, { stores }, { databaseKeys }] = await Promise.all([
    run.get<{ namespaces: readonly NamespaceInfo[] }>('/namespaces', {}, signal),
    run.get<{ stores: readonly StoreInfo[] }>('/stores', {}, signal),
    run.get<{ databaseKeys: readonly DatabaseKeyInfo[] }>('/database-keys', {}, signal),
  ])
  const holders = [...namespaces, ...stores]
  return {
    keys: [
      ...holders.flatMap(({ id, keys }) =>
        keys.map(({ key, scope }): Credential => ({ kind: 'scoped-key', text: key, scope, holder: id })),
      ),
      ...databaseKeys.map(
        (key): Credential => ({ kind: 'database-key', text: key.key, scope: databaseScope(key) }),
      ),
    ],
    owners: [...new Set(holders.map(({ owner }) => owner))],
    namespaceOf: new Map(namespaces.map(({ owner, id }) => [owner, id])),
  }
}

function databaseScope({ projects, documents }: DatabaseKeyInfo): string {
  if (projects === undefined && documents === undefined) return 'sees everything'
  const seen = [
    ...(projects?.length ? [counted(projects.length, 'project')] : []),
    ...(documents?.length ? [counted(documents.length, 'document')] : []),
  ]
  return seen.length === 0 ? 'sees what it creates' : `sees ${seen.join(' and ')}`
}
