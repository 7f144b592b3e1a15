import type { GenericSchema, InferOutput } from 'valibot'
import { isRecord } from '../core/objects.js'
import { templateProblems } from './expand/expand.js'
import { joinDocuments } from './join.js'
import { schemaProblems } from './schema/check.js'
import { duplicateProblems } from './schema/duplicates.js'
import { describe } from './schema/fields.js'
import { profilePartProblems } from './schema/profile.js'
import { type Seed, type SeedDocument, seed } from './schema/schema.js'
import { foreignProblem } from './text/foreign-text.js'
import { inOrder, type Problem, placeOf, SeedProblems } from './text/problems.js'
import { readJson } from './text/read-json.js'
import { type Reading, readYaml } from './text/read-yaml.js'
import { type SeedSource, SeedText } from './text/seed-text.js'

export type { SeedDocument } from './schema/schema.js'
export type { SeedSource } from './text/seed-text.js'

/**
 * Reads seeds (YAML 1.2 or JSON), checks them, and joins them in order (docs/DESIGN.md section 4). Templates are not
 * looked at.
 *
 * @throws SeedProblems with everything that is wrong in any of them
 */
export function parseSeeds(sources: readonly SeedSource[]): SeedDocument {
  return joined(readingsOf(sources))
}

/**
 * Reads, checks and joins seeds; where something is wrong, templates and repeats are looked at too.
 *
 * @param repeats the most records that one block may stand for
 * @throws SeedProblems with everything that is wrong in any of them
 */
export async function readSeeds(sources: readonly SeedSource[], repeats: number): Promise<SeedDocument> {
  const readings = readingsOf(sources)
  try {
    return joined(readings)
  } catch (error) {
    if (!(error instanceof SeedProblems)) throw error
    const told = new Set(error.problems.map(placeOf))
    const more = await Promise.all(readings.map(({ data }) => templateProblems(data, { random: 1, repeats })))
    const others = more.flat().filter((problem) => !told.has(placeOf(problem)))
    const files = sources.map(({ name }) => name)
    throw new SeedProblems(inOrder([...error.problems, ...others], files))
  }
}

const readingsOf = (sources: readonly SeedSource[]): readonly Reading[] =>
  sources.map((source) => read(source, seed))

function joined(readings: readonly Reading[]): SeedDocument {
  const problems = readings.flatMap((reading) => reading.problems)
  const sound = readings.filter((reading) => reading.problems.length === 0)
  try {
    const document = joinDocuments(sound.map((reading) => ({ data: reading.data as Seed })))
    problems.push(...profilePartProblems(document.data, ['profile'], document.data.profile ?? {}))
    if (problems.length === 0) return document
  } catch (error) {
    if (!(error instanceof SeedProblems)) throw error
    problems.push(...error.problems)
  }
  throw new SeedProblems(problems)
}

/**
 * Reads a part of a seed by itself, such as the faults or the entry of an admin call, by its own schema.
 *
 * @throws SeedProblems with everything that is wrong in it
 */
export function parsePart<const T extends GenericSchema>(source: SeedSource, schema: T): InferOutput<T> {
  const { data, problems } = read(source, schema)
  if (problems.length > 0) throw new SeedProblems(problems)
  // The schemas check and change nothing, so what was read has their type.
  return data as InferOutput<T>
}

/** Reads one text and checks it by the schema. */
function read(source: SeedSource, schema: GenericSchema): Reading {
  const text = new SeedText(source)
  const json = readJson(text)
  const { data, problems } = json === undefined ? readOther(text) : { data: json, problems: [] }
  const all = data === undefined ? problems : withFollowing(problems, dataProblems(data, schema, text))
  // A sound seed may live as long as the process: its tree, ten times its size, need not.
  text.release()
  return { data, problems: inOrder(all) }
}

/** Reads what is no JSON. */
function readOther(text: SeedText): Reading {
  const foreign = foreignProblem(text)
  return foreign === undefined ? readYaml(text) : { data: undefined, problems: [foreign] }
}

/** Text that could not be read is missing from the data too, so a line reports its first cause only. */
function withFollowing(reading: readonly Problem[], checking: readonly Problem[]): Problem[] {
  const lines = new Set(reading.map(({ line }) => line))
  return [...reading, ...checking.filter(({ line }) => !lines.has(line))]
}

function dataProblems(data: unknown, schema: GenericSchema, text: SeedText): Problem[] {
  if (schema !== seed) return schemaProblems(schema, data)
  if (isRecord(data)) return [...schemaProblems(schema, data), ...duplicateProblems(data)]
  const message = `a seed is a mapping (namespaces: …), but this is ${describe(data)}`
  return [{ file: text.name, ...text.position(startOf(text)), path: '', message }]
}

function startOf(text: SeedText): number {
  return text.document.contents?.range?.[0] ?? 0
}
