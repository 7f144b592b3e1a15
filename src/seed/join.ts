import { services } from '../services/list.js'
import { JoinedSource } from './joined-source.js'
import { deep, fields, items } from './joins.js'
import { sharedKeyProblems } from './schema/duplicates.js'
import type { Seed, SeedDocument } from './schema/schema.js'
import { SeedProblems } from './text/problems.js'

const joinSeeds = fields({
  clock: fields({}),
  profile: deep,
  ...Object.assign({}, ...services.map(({ seed }) => seed.joins)),
  faults: items('faults'),
  resume: deep,
})

/**
 * Joins seeds in order, as docs/DESIGN.md section 4 says. Objects are joined field by field, and keys by `key`. Entries,
 * records and faults are replaced whole by key or id; what has no id is appended. The seeds stay as they are.
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
