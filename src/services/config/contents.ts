import { ForkedMap } from '../../core/forked-map.js'
import { Resources } from '../../domain/resources.js'
import type { ContentsOf, ServiceContents } from '../../domain/state.js'
import { type ConfigEntry, Store } from './store.js'

export class ConfigContents implements ServiceContents {
  constructor(readonly resources = new Resources<ConfigEntry, Store>('stores')) {}

  get stores(): ForkedMap<string, Store> {
    return this.resources.all
  }

  /** Returns a store that you can write to. */
  store(id: string): Store | undefined {
    return this.resources.own(id)
  }

  addStore(id: string, owner: string): Store {
    return this.resources.add((seq, epoch) => new Store({ seq, id, owner, entries: new ForkedMap(), epoch }))
  }

  sizes() {
    return { stores: this.stores.size, configs: this.resources.countEntries() }
  }

  fork(origin: number): ConfigContents {
    return new ConfigContents(this.resources.fork(origin))
  }
}

export const CONFIG: ContentsOf<ConfigContents> = {
  name: 'config',
  empty: () => new ConfigContents(),
}
