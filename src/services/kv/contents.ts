import { ForkedMap } from '../../core/forked-map.js'
import { type Limits, MonthlyUsage } from '../../domain/quotas.js'
import { Resources } from '../../domain/resources.js'
import type { ContentsOf, ExpiringEntry, ServiceContents } from '../../domain/state.js'
import { expiryOf, type KvEntry } from './entry.js'
import { Namespace } from './namespace.js'

export class KvContents implements ServiceContents {
  constructor(readonly resources = new Resources<KvEntry, Namespace>('namespaces')) {}

  get namespaces(): ForkedMap<string, Namespace> {
    return this.resources.all
  }

  /** Returns a namespace that you can write to. */
  namespace(id: string): Namespace | undefined {
    return this.resources.own(id)
  }

  addNamespace(id: string, owner: string, limits: Partial<Limits>): Namespace {
    return this.resources.add(
      (seq, epoch) =>
        new Namespace({ seq, id, owner, limits, usage: new MonthlyUsage(), entries: new ForkedMap(), epoch }),
    )
  }

  sizes() {
    return { namespaces: this.namespaces.size, entries: this.resources.countEntries() }
  }

  expiring(after: number, upTo: number): ExpiringEntry[] {
    const { origin } = this.resources
    const found: ExpiringEntry[] = []
    for (const namespace of this.namespaces.values()) {
      if (namespace.earliestExpiry(origin) > upTo) continue
      for (const entry of namespace.entries.values()) {
        const at = expiryOf(entry, origin)
        if (at > after && at <= upTo) found.push({ namespace: namespace.id, key: entry.key, at })
      }
    }
    return found
  }

  counted(): Iterable<Namespace> {
    return this.namespaces.values()
  }

  fork(origin: number): KvContents {
    return new KvContents(this.resources.fork(origin))
  }
}

export const KV: ContentsOf<KvContents> = { name: 'kv', empty: () => new KvContents() }
