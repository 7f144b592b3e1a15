import { isRecord, setField } from '../core/objects.js'
import { JoinedSource } from './joined-source.js'
import { identityOf } from './lists.js'
import { sharedKeyProblems } from './schema/duplicates.js'
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

/** A list of this name: items with the same key or id are joined in place, all others appended. */
function items(list: string, join: Join = later): Join {
  return (a, b) => {
    const joined = [...(a as readonly unknown[])]
    const places = new Map(joined.map((item, index) => [identityOf(item, list), index]))
    for (const item of b as readonly unknown[]) {
      const name = identityOf(item, list)
      const place = name === undefined ? undefined : places.get(name)
      if (place === undefined) joined.push(item)
      else joined[place] = join(joined[place], item)
    }
    return joined
  }
}

const scopedLists = { keys: items('keys'), entries: items('entries') }

const joinSeeds = fields({
  clock: fields({}),
  profile: deep,
  namespaces: items('namespaces', fields({ ...scopedLists, limits: fields({}), usage: deep })),
  stores: items('stores', fields(scopedLists)),
  database: fields({ keys: items('keys'), projects: items('projects'), documents: items('documents') }),
  faults: items('faults'),
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
