import type { GenericSchema, InferOutput } from 'valibot'
import { isObject, isRecord } from '../core/objects.js'
import { templateProblems } from './expand/template-problems.js'
import { joinDocuments } from './join.js'
import { schemaProblems } from './schema/check.js'
import { duplicateProblems } from './schema/duplicates.js'
import { describe } from './schema/fields.js'
import { profilePartProblems } from './schema/profile.js'
import { type Seed, type SeedDocument, seed } from './schema/schema.js'
import { foreignProblem } from './text/foreign-text.js'
import { problemAt } from './text/places.js'
import { inOrder, type Problem, placeOf, SeedProblems } from './text/problems.js'
import { type JsonReading, readJson } from './text/read-json.js'
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
export const parseSeeds = (sources: readonly SeedSource[]): SeedDocument => parseSteps(sources)

/** `parseSeeds` in slices. */
export function parseSteps(sources: readonly SeedSource[]): SeedDocument {
  return joined(readingsOf(sources))
}

/**
 * Reads, checks and joins seeds in slices; where something is wrong, templates and repeats are looked at too.
 *
 * @param stopping ends the work; its reason is thrown
 * @throws SeedProblems with everything that is wrong in any of them
 */
export async function readSeeds(
  sources: readonly SeedSource[],
  stopping?: AbortSignal,
): Promise<SeedDocument> {
  const hold = sources.find((source) => source.hold !== undefined)?.hold
  const readings = readingsOf(sources)
  try {
    return { ...joined(readings), hold }
  } catch (error) {
    if (!(error instanceof SeedProblems)) throw error
    const told = new Set(error.problems.map(placeOf))
    const options = { random: 1, hold, stopping }
    const more = await Promise.all(readings.map(({ data }) => templateProblems(data, options)))
    const others = more.flat().filter((problem) => !told.has(placeOf(problem)))
    const files = sources.map(({ name }) => name)
    throw new SeedProblems(inOrder([...error.problems, ...others], files))
  }
}

function readingsOf(sources: readonly SeedSource[]): readonly Reading[] {
  const readings: Reading[] = []
  const isJoined = sources.length > 1
  for (const source of sources) readings.push(read(source, seed, { isJoined }))
  return readings
}

function joined(readings: readonly Reading[]): SeedDocument {
  const problems = readings.flatMap((reading) => reading.problems)
  const sound = readings.filter((reading) => reading.problems.length === 0)
  try {
    const documents = sound.map((reading) => ({ data: reading.data as Seed }))
    const document = joinDocuments(documents)
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
export const parsePart = <const T extends GenericSchema>(source: SeedSource, schema: T): InferOutput<T> =>
  partSteps(source, schema)

/**
 * `parsePart` in slices.
 *
 * @param assertSize throws where there is too much to be checked
 */
export function partSteps<const T extends GenericSchema>(
  source: SeedSource,
  schema: T,
  assertSize?: (data: unknown) => void,
): InferOutput<T> {
  const { data, problems } = read(source, schema, { assertSize })
  if (problems.length > 0) throw new SeedProblems(problems)
  // The schemas check and change nothing, so what was read has their type.
  return data as InferOutput<T>
}

/** Reads one text and checks it by the schema. */
function read(source: SeedSource, schema: GenericSchema, how: JsonReading): Reading {
  const text = new SeedText(source)
  const json = readJson(text, how)
  const reading: Reading = json === undefined ? readOther(text) : { data: json, problems: [] }
  const { data, problems } = reading
  how.assertSize?.(data)
  const following = data === undefined ? [] : dataProblems(reading, schema, text)
  return { data, problems: inOrder(withFollowing(problems, following)) }
}

/** Reads what is no JSON. Where it is no YAML either, what is wrong is told in the terms of what it is meant as. */
function readOther(text: SeedText): Reading {
  const foreign = foreignProblem(text)
  if (foreign !== undefined) return { data: undefined, problems: [foreign] }
  const reading = readYaml(text)
  const { jsonProblem } = text
  const isBrokenJson = reading.data === undefined && text.isMeantAsJson && jsonProblem !== undefined
  return isBrokenJson ? { data: undefined, problems: [jsonProblem] } : reading
}

/** Text that could not be read is missing from the data too, so a line reports its first cause only. */
function withFollowing(reading: readonly Problem[], checking: readonly Problem[]): Problem[] {
  const lines = new Set(reading.map(({ line }) => line))
  return [...reading, ...checking.filter(({ line }) => !lines.has(line))]
}

function dataProblems({ data, start = 0 }: Reading, schema: GenericSchema, text: SeedText): Problem[] {
  if (schema !== seed) {
    const problems = schemaProblems(schema, data)
    if (isObject(data)) return problems
    return problems.map((problem) => ({ ...problem, file: text.name, ...text.position(start) }))
  }
  if (isRecord(data)) {
    return [...schemaProblems(schema, data), ...duplicateProblems(data)]
  }
  const message = `a seed is a mapping (namespaces: …), but this is ${describe(data)}`
  if (isObject(data)) return [problemAt(data, [], message)]
  return [{ file: text.name, ...text.position(start), path: '', message }]
}
