import type { Operation } from '../../../src/contract/operations.js'
import type { StoreInfo } from '../../../src/services/config/admin.js'
import type { DatabaseKeyInfo } from '../../../src/services/documents/admin.js'
import type { NamespaceInfo } from '../../../src/services/kv/admin.js'
import { run } from '../../api.js'
import { counted } from '../../lib/format.js'

export interface Credential {
  readonly kind: Exclude<Operation['credential'], 'none'>
  readonly text: string
  /** "read", "sees everything" */
  readonly scope: string
  /** Undefined for a database key. */
  readonly holder?: string
}

export interface Credentials {
  readonly keys: readonly Credential[]
  /** Users who own a namespace or store. Bearer tokens for them are accepted. */
  readonly owners: readonly string[]
  /** By owner. */
  readonly namespaceOf: ReadonlyMap<string, string>
}

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
