import type { Scope } from '../../contract/values.js'
import type { Limits } from '../../domain/quotas.js'
import type { State } from '../../domain/state.js'
import { CONFIG } from '../../services/config/contents.js'
import type { ResolvedScope } from '../../services/documents/collection.js'
import { DOCUMENTS } from '../../services/documents/contents.js'
import type { RateLimit } from '../../services/documents/rate-limit.js'
import { KV } from '../../services/kv/contents.js'
import { counted } from './format.js'

export interface HeldKey {
  readonly key: string
  readonly scope: Scope
}

/** A namespace or a store. */
export interface HeldResource {
  readonly id: string
  readonly owner: string
  readonly entries: number
  readonly keys: readonly HeldKey[]
  /** The namespace's own limits; a store has none. */
  readonly limits: Partial<Limits>
}

/** A summary of a state: resources, keys and counts. */
export interface Summary {
  readonly namespaces: readonly HeldResource[]
  readonly stores: readonly HeldResource[]
  readonly databaseKeys: readonly { readonly key: string; readonly scope: ResolvedScope | undefined }[]
  readonly projects: number
  readonly documents: number
  readonly rateLimit: RateLimit | undefined
}

export function summaryOf(state: State): Summary {
  const keys = state.keysByResource()
  const keysOf = (id: string): HeldKey[] => (keys.get(id) ?? []).map(({ key, scope }) => ({ key, scope }))
  const namespaces = [...state.of(KV).namespaces.values()].map(({ id, owner, entries, limits }) => {
    return { id, owner, entries: entries.size, keys: keysOf(id), limits }
  })
  const stores = [...state.of(CONFIG).stores.values()].map(({ id, owner, entries }) => {
    return { id, owner, entries: entries.size, keys: keysOf(id), limits: {} }
  })
  return {
    namespaces,
    stores,
    databaseKeys: [...state.of(DOCUMENTS).databaseKeys.values()].map(({ key, scope }) => ({ key, scope })),
    projects: state.of(DOCUMENTS).projects.records.size,
    documents: state.of(DOCUMENTS).documents.records.size,
    rateLimit: state.of(DOCUMENTS).rateLimit,
  }
}

/** "1 namespace (53 entries), 251 documents": what there is none of is left out. */
export function countsText({ namespaces, stores, projects, documents }: Summary): string {
  const parts = [
    ...resourcesText('namespace', namespaces),
    ...resourcesText('store', stores),
    ...(projects === 0 ? [] : [counted(projects, 'project')]),
    ...(documents === 0 ? [] : [counted(documents, 'document')]),
  ]
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

function resourcesText(noun: string, resources: readonly HeldResource[]): string[] {
  const entries = resources.reduce((sum, resource) => sum + resource.entries, 0)
  if (resources.length === 0) return []
  return [`${counted(resources.length, noun)} (${counted(entries, 'entry', 'entries')})`]
}
