import { namesOf } from '../core/json/many-names.js'
import { isRecord, setField } from '../core/objects.js'
import { byEntryKey, byId, byKey, type Identity, sharedKeyProblems } from './schema/duplicates.js'
import type { Seed, SeedDocument } from './schema/schema.js'
import { type ItemPlace, noteItemLenders, noteLender } from './text/places.js'
import { SeedProblems } from './text/problems.js'

/** How one field of two seeds becomes one: the earlier value and the later one, both given. */
type Join = (earlier: unknown, later: unknown) => unknown

const later: Join = (_, value) => value

/** The fields of both, field by field by these joins; a field without one takes the later value. */
const fields = (joins: Readonly<Record<string, Join>>): Join =>
  fieldsBy((name) => (Object.hasOwn(joins, name) ? joins[name] : undefined))

function fieldsBy(joinOf: (name: string) => Join | undefined): Join {
  return (a, b) => {
    if (!isRecord(a) || !isRecord(b)) return b
    const joined: Record<string, unknown> = {}
    for (const name of namesOf(a)) {
      setField(joined, name, a[name])
      noteLender(joined, name, a)
    }
    for (const name of namesOf(b)) {
      const join = joinOf(name)
      const isInBoth = Object.hasOwn(a, name)
      setField(joined, name, isInBoth && join !== undefined ? join(a[name], b[name]) : b[name])
      noteLender(joined, name, b)
    }
    return joined
  }
}

/** Mappings within mappings, to any depth, such as the profile and usage by month. */
const deep: Join = fieldsBy(() => deep)

/** A list whose items are known by `identity`: the same ones are joined in place, all others appended. */
function items(identity: Identity, join: Join = later): Join {
  return (a, b) => {
    const earlier = a as readonly unknown[]
    const added = b as readonly unknown[]
    const joined = [...earlier]
    const from: ItemPlace[] = []
    const places = new Map<string | undefined, number>()
    for (const [index, item] of earlier.entries()) {
      places.set(identityOf(item), index)
      from.push({ list: earlier, index })
    }
    for (const [index, item] of added.entries()) {
      const name = identityOf(item)
      const place = (name === undefined ? undefined : places.get(name)) ?? joined.length
      joined[place] = place < joined.length ? join(joined[place], item) : item
      from[place] = { list: added, index }
    }
    noteItemLenders(joined, from)
    return joined
  }
  function identityOf(item: unknown): string | undefined {
    return isRecord(item) ? identity(item) : undefined
  }
}

const scopedLists = { keys: items(byKey), entries: items(byEntryKey) }

const joinSeeds = fields({
  clock: fields({}),
  profile: deep,
  namespaces: items(byId, fields({ ...scopedLists, limits: fields({}), usage: deep })),
  stores: items(byId, fields(scopedLists)),
  database: fields({ keys: items(byKey), projects: items(byId), documents: items(byId) }),
  faults: items(byId),
  resume: deep,
})

/** Two by two: one after the other, what the first of them hold would be gone through again for each that follows. */
function joinAll(seeds: readonly Seed[]): Seed {
  let left = seeds
  while (left.length > 1) {
    const joined: Seed[] = []
    for (let index = 0; index < left.length; index += 2) {
      const [a = {}, b] = left.slice(index, index + 2)
      joined.push(b === undefined ? a : (joinSeeds(a, b) as Seed))
    }
    left = joined
  }
  return left[0] ?? {}
}

/**
 * Joins seeds in order, as docs/DESIGN.md section 4 says: objects field by field, keys by `key`, entries, records and faults
 * replaced whole by key or id, what has no id appended. The seeds themselves stay as they are.
 *
 * @throws SeedProblems where the whole is unsound though each part is sound: one API key in two places
 */
export function joinDocuments(documents: readonly SeedDocument[]): SeedDocument {
  const data = joinAll([{}, ...documents.map((document) => document.data)])
  const problems = sharedKeyProblems(data)
  if (problems.length > 0) throw new SeedProblems(problems)
  return { data }
}
