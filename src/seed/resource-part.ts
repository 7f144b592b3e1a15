import { valueAt } from '../core/objects.js'
import { Refusal } from '../core/refusal.js'
import type { ScopedKey } from '../domain/credentials.js'
import type { PlacedKind } from '../domain/places.js'
import type { State } from '../domain/state.js'
import { LOCAL_USER } from '../identity/provider.js'
import { itemsAt, listAt } from './items.js'
import { fields, items, type Join } from './joins.js'
import type { RecordKind } from './kind.js'
import type { LoadInto, SeedPart } from './part.js'

/** A namespace or store of a seed, as far as both are alike. */
interface ResourceSeed {
  readonly id: string
  readonly owner?: string
  readonly keys?: readonly SeedKey[]
}

type SeedKey = Pick<ScopedKey, 'key' | 'scope'>

/** A namespace or store as an export has it, but for what it alone has. */
interface Shown<Entry> {
  id: string
  owner: string
  keys: SeedKey[]
  entries: Entry[]
}

/** A namespace or store of a state. */
interface Holder<Stored> {
  readonly id: string
  readonly owner: string
  readonly entries: { values(): Iterable<Stored> }
  transferTo(owner: string): void
}

/** All that the parts of seeds differ in that have namespaces, or stores. */
interface ResourceKind<
  Data extends object,
  Source extends ResourceSeed,
  Stored extends { readonly text: string },
  Entry,
  One extends Holder<Stored>,
  Own,
> {
  /** The name of their list. */
  readonly name: string
  /** The kind of their entries. */
  readonly entries: RecordKind & PlacedKind<Stored, Entry>
  /** How their fields are joined, beside keys and entries. */
  readonly joins?: Readonly<Record<string, Join>>
  /** One of this id, safe to write to. */
  find(state: State, id: string): One | undefined
  add(state: State, id: string, owner: string): One
  all(state: State): Iterable<One>
  /** Sets what it has beside its owner, keys and entries. */
  set?(one: One, source: Source, into: LoadInto): void
  /** Returns what it has beside these, as a seed has it. */
  own(one: One, state: State): Own
  /** The list in a part of a seed, and the part with such a list. */
  sources(data: Data): readonly Source[]
  part(shown: (Shown<Entry> & Own)[]): Data
}

/** The part of a seed that is a list of namespaces, or of stores. */
export function resourcePart<
  Data extends object,
  Source extends ResourceSeed,
  Stored extends { readonly text: string },
  Entry,
  One extends Holder<Stored>,
  Own,
>(kind: ResourceKind<Data, Source, Stored, Entry, One, Own>): SeedPart<Data> {
  const { name, entries } = kind
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
      for (const source of kind.sources(data)) {
        const { id, owner } = source
        const one = kind.find(into.state, id) ?? kind.add(into.state, id, owner ?? LOCAL_USER)
        if (owner !== undefined) one.transferTo(owner)
        kind.set?.(one, source, into)
      }
    },
    end(data, { state }) {
      for (const source of kind.sources(data)) addKeys(source, state)
    },
    show(state, keys, admit) {
      const shown = (one: One) => ({
        id: one.id,
        owner: one.owner,
        ...kind.own(one, state),
        keys: (keys.get(one.id) ?? []).map(({ key, scope }) => ({ key, scope })),
        entries: Array.from(one.entries.values(), (entry) => {
          admit(entry.text)
          return entries.value(entry, state.origin)
        }),
      })
      return kind.part(Array.from(kind.all(state), shown))
    },
  }
}

function addKeys({ id, keys = [] }: ResourceSeed, state: State): void {
  for (const { key, scope } of keys) {
    const holder = state.scopedKeys.get(key)?.resourceId ?? id
    if (holder !== id) {
      const hint = 'a key opens one namespace or store: choose another text'
      throw new Refusal('conflict', `the key ${key} of ${id} belongs to ${holder}`, { hint })
    }
    state.addKey(key, id, scope)
  }
}
