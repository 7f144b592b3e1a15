import { isRecord, setField } from '../core/objects.js'
import { JoinedSource } from './joined-source.js'
import { byEntryKey, byId, byKey, type ItemName, sharedKeyProblems } from './schema/duplicates.js'
import type { Seed, SeedDocument } from './schema/schema.js'
import { SeedProblems } from './text/problems.js'

/** How one field of two seeds becomes one: the earlier value and the later one, both given. */
type Join = (earlier: unknown, later: unknown) => unknown

const later: Join = (_, value) => value

/** The fields of both, field by field by these joins; a field without one takes the later value. */
const fields = (joins: Readonly<Record<string, Join>>): Join =>
  fieldsBy((name) => (Object.hasOwn(joins, name) ? joins[name] : undefined))

const fieldsBy =
  (joinOf: (name: string) => Join | undefined): Join =>
  (a, b) => {
    if (!isRecord(a) || !isRecord(b)) return b
    const joined: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(a)) setField(joined, name, value)
    for (const [name, value] of Object.entries(b)) {
      const join = Object.hasOwn(a, name) ? joinOf(name) : undefined
      setField(joined, name, join === undefined ? value : join(a[name], value))
    }
    return joined
  }

/** Mappings within mappings, to any depth, such as the profile and usage by month. */
const deep: Join = fieldsBy(() => deep)

/** A list whose items are known by `identity`: the same ones are joined in place, all others appended. */
function items(identity: ItemName, join: Join = later): Join {
  const identityOf = (item: unknown): string | undefined => (isRecord(item) ? identity(item) : undefined)
  return (a, b) => {
    const joined = [...(a as readonly unknown[])]
    const places = new Map(joined.map((item, index) => [identityOf(item), index]))
    for (const item of b as readonly unknown[]) {
      const name = identityOf(item)
      const place = name === undefined ? undefined : places.get(name)
      if (place === undefined) joined.push(item)
      else joined[place] = join(joined[place], item)
    }
    return joined
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

/**
 * Joins seeds in order, as docs/DESIGN.md section 4 says: objects field by field, keys by `key`, entries, records and faults
 * replaced whole by key or id, what has no id appended. The seeds themselves stay as they are.
 *
 * @throws SeedProblems if the whole is unsound though each part is sound: one API key in two places
 */
export function joinDocuments(documents: readonly SeedDocument[]): SeedDocument {
  const document = joined(documents)
  const problems = sharedKeyProblems(document)
  if (problems.length > 0) throw new SeedProblems(problems)
  return document
}

function joined(documents: readonly SeedDocument[]): SeedDocument {
  const [first, ...others] = documents
  if (first === undefined) return { data: {} }
  if (others.length === 0) return first
  const data = others.reduce<Seed>((seed, other) => joinSeeds(seed, other.data) as Seed, first.data)
  return { data, source: new JoinedSource(data, documents) }
}
