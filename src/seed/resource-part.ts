import type { Sequenced } from '../core/forked-map.js'
import { valueAt } from '../core/objects.js'
import { Refusal } from '../core/refusal.js'
import type { ScopedKey } from '../domain/credentials.js'
import type { KeyedEntry, KeyedResources, ViewedKind } from '../domain/parts.js'
import type { Resource } from '../domain/resources.js'
import type { State } from '../domain/state.js'
import { LOCAL_USER } from '../identity/provider.js'
import { itemsAt, listAt } from './items.js'
import { fields, items, type Join } from './joins.js'
import type { RecordKind } from './kind.js'
import type { LoadInto, SeedPart } from './part.js'

interface ResourceSeed {
  readonly id: string
  readonly owner?: string
  readonly keys?: readonly SeedKey[]
}

type SeedKey = Pick<ScopedKey, 'key' | 'scope'>

interface Holder<Self, Stored extends Sequenced> extends Resource<Self, Stored> {
  transferTo(owner: string): void
}

interface SeededResources<Stored extends KeyedEntry, One extends Holder<One, Stored>>
  extends KeyedResources<Stored, One> {
  readonly entries: RecordKind & ViewedKind<Stored>
  /** Merges fields other than keys and entries. */
  readonly joins?: Readonly<Record<string, Join>>
  add(state: State, id: string, owner: string): One
  /** Sets fields other than owner, keys and entries. */
  set?(one: One, source: ResourceSeed, into: LoadInto): void
  /** Exports fields other than owner, keys and entries. */
  own?(one: One, state: State): object
}

export function resourcePart<Stored extends KeyedEntry, One extends Holder<One, Stored>>(
  kind: SeededResources<Stored, One>,
): SeedPart {
  const { name, entries } = kind
  // These have been validated by the list's schema.
  const sources = (data: object) => itemsAt(data, [name]) as readonly ResourceSeed[]
  return {
    joins: { [name]: items(name, fields({ keys: items('keys'), entries: items('entries'), ...kind.joins })) },
    lists: (seed) => [
      listAt(seed, [name]),
      ...itemsAt(seed, [name]).flatMap((resource, index) => {
        const of = String(valueAt(resource, ['id']))
        return [
          listAt(seed, [name, index, 'keys'], { of }),
          listAt(seed, [name, index, 'entries'], { kind: entries, stream: [name, of, 'entries'], of }),
        ]
      }),
    ],
    begin(data, into) {
      for (const source of sources(data)) {
        const { id, owner } = source
        const one = kind.resources(into.state).own(id) ?? kind.add(into.state, id, owner ?? LOCAL_USER)
        if (owner !== undefined) one.transferTo(owner)
        kind.set?.(one, source, into)
      }
    },
    end(data, { state }) {
      for (const source of sources(data)) addKeys(source, state)
    },
    show(state, keys, admit) {
      const shown = (one: One) => ({
        id: one.id,
        owner: one.owner,
        ...kind.own?.(one, state),
        keys: (keys.get(one.id) ?? []).map(({ key, scope }) => ({ key, scope })),
        entries: Array.from(one.entries.values(), (entry) => {
          admit(entry.text)
          return entries.value(entry, state.origin)
        }),
      })
      return { [name]: Array.from(kind.resources(state).all.values(), shown) }
    },
  }
}

function addKeys({ id, keys = [] }: ResourceSeed, state: State): void {
  for (const { key, scope } of keys) {
    const holder = state.scopedKeys.get(key)?.resourceId ?? id
    if (holder !== id) {
      const hint = 'choose another key: each one opens a single namespace or store'
      throw new Refusal('conflict', `the key ${key} of ${id} belongs to ${holder}`, { hint })
    }
    state.addKey(key, id, scope)
  }
}
