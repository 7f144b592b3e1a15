import type { Limits } from '../../domain/quotas.js'
import type { State } from '../../domain/state.js'
import { CONFIG } from '../../services/config/contents.js'
import { DOCUMENTS } from '../../services/documents/contents.js'
import { KV } from '../../services/kv/contents.js'
import { counted } from './format.js'

export type Summary = ReturnType<typeof summaryOf>

export type SummarizedResource = Summary['namespaces'][number]

/** Stores don't have any limits. */
export function summaryOf(state: State) {
  const allKeys = state.keysByResource()
  const keysOf = (id: string) => (allKeys.get(id) ?? []).map(({ key, scope }) => ({ key, scope }))
  const resourceOf = ({ id, owner, entries }: NamedResource, limits: Partial<Limits>) => {
    return { id, owner, entries: entries.size, keys: keysOf(id), limits }
  }
  return {
    namespaces: [...state.of(KV).namespaces.values()].map((one) => resourceOf(one, one.limits)),
    stores: [...state.of(CONFIG).stores.values()].map((one) => resourceOf(one, {})),
    databaseKeys: [...state.of(DOCUMENTS).keys.values()].map(({ key, scope }) => ({ key, scope })),
    projects: state.of(DOCUMENTS).projects.records.size,
    documents: state.of(DOCUMENTS).documents.records.size,
    rateLimit: state.of(DOCUMENTS).rateLimit,
    states: [...state.contents].flatMap(([name, held]) => (held.holdsUncounted?.() ? [name] : [])),
  }
}

interface NamedResource {
  readonly id: string
  readonly owner: string
  readonly entries: { readonly size: number }
}

/** For example "1 namespace (53 entries), 251 documents". Skips zeros. */
export function countsText({ namespaces, stores, projects, documents, states }: Summary): string {
  const parts = [
    ...resourcesText('namespace', namespaces),
    ...resourcesText('store', stores),
    ...(projects === 0 ? [] : [counted(projects, 'project')]),
    ...(documents === 0 ? [] : [counted(documents, 'document')]),
    ...states.map((name) => `the state of ${name}`),
  ]
  return parts.length === 0 ? 'no data' : parts.join(', ')
}

function resourcesText(noun: string, resources: readonly SummarizedResource[]): string[] {
  const entries = resources.reduce((sum, resource) => sum + resource.entries, 0)
  if (resources.length === 0) return []
  return [`${counted(resources.length, noun)} (${counted(entries, 'entry', 'entries')})`]
}
