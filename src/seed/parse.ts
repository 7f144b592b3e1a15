import { type BaseIssue, type GenericSchema, type InferOutput, type IssuePathItem, safeParse } from 'valibot'
import { describe, hintOf } from '../core/expected.js'
import { nearest } from '../core/nearest.js'
import { isObject, isRecord, valueAt } from '../core/objects.js'
import { type ProfileProblem, profileProblems } from '../domain/profile/profile.js'
import { operationIdsOf } from '../domain/service.js'
import { BlockExpander } from './expand/blocks.js'
import { JoinedSource } from './joined-source.js'
import { deep, fields, items, type Join } from './joins.js'
import { listsIn, type SeededService } from './part.js'
import { duplicateProblems, sharedKeyProblems } from './schema/duplicates.js'
import { operationProblem } from './schema/fault-match.js'
import { type Seed, type SeedDocument, seedSchema } from './schema/schema.js'
import { problemAt, QUOTE, type SourceDocument } from './text/positions.js'
import { inOrder, type Path, PROBLEMS_MAX, type Problem, placeOf, SeedProblems } from './text/problems.js'
import { type ParsedText, readText } from './text/read.js'
import { type SeedSource, SeedText } from './text/seed-text.js'

export type { SeedDocument } from './schema/schema.js'
export type { SeedSource } from './text/seed-text.js'

/**
 * Parses seeds (YAML 1.2 or JSON), validates them and joins them in order (docs/DESIGN.md section 4). Templates aren't
 * checked.
 *
 * @throws SeedProblems with all problems of all seeds
 */
export const parseSeeds = (
  sources: readonly SeedSource[],
  services: readonly SeededService[],
): SeedDocument =>
  joined(
    sources.map((source) => read(source, seedCheck(services))),
    services,
  )

/**
 * Parses, validates and joins seeds. If there are any problems, it also checks templates and repeats, so that the user
 * sees everything at once.
 *
 * @throws SeedProblems with all problems of all seeds
 */
export async function readSeeds(
  sources: readonly SeedSource[],
  services: readonly SeededService[],
): Promise<SeedDocument> {
  const readings = sources.map((source) => read(source, seedCheck(services)))
  try {
    return joined(readings, services)
  } catch (error) {
    if (!(error instanceof SeedProblems)) throw error
    const found = new Set(error.problems.map(placeOf))
    const others = readings
      .flatMap((reading) => templateProblems(reading, services))
      .filter((problem) => !found.has(placeOf(problem)))
    const files = sources.map(({ name }) => name)
    const isText = readings.every(({ data }) => data !== undefined)
    throw new SeedProblems(inOrder([...error.problems, ...others], files), 'invalid_seed', isText)
  }
}

function joined(readings: readonly ParsedText[], services: readonly SeededService[]): SeedDocument {
  const problems = readings.flatMap((reading) => reading.problems)
  const sound = readings.filter((reading) => reading.problems.length === 0)
  try {
    const document = joinDocuments(
      sound.map(({ data, source }) => ({ data: data as Seed, source })),
      services,
    )
    const { profile } = document.data
    if (profile !== undefined) problems.push(...profilePartProblems(document, ['profile'], profile))
    if (problems.length === 0) return document
  } catch (error) {
    if (!(error instanceof SeedProblems)) throw error
    problems.push(...error.problems)
  }
  throw new SeedProblems(problems)
}

/**
 * Parses part of a seed, such as an admin call's faults or entry, with a schema of its own.
 *
 * @param assertSize should throw if there's too much to check
 * @param further finds problems that the schema can't
 * @throws SeedProblems with all problems
 */
export function parsePart<const T extends GenericSchema>(
  source: SeedSource,
  schema: T,
  assertSize?: (data: unknown) => void,
  further: (reading: SourceDocument) => readonly Problem[] = () => [],
): InferOutput<T> {
  const checkAll: Check = (reading, text) => {
    const checked = checkPart(reading, schema, text)
    return { ...checked, problems: [...checked.problems, ...further(reading)] }
  }
  const reading = read(source, checkAll, assertSize)
  if (reading.problems.length > 0) throw new SeedProblems(reading.problems)
  return reading.data as InferOutput<T>
}

type Check = (reading: ParsedText, text: SeedText) => Checked

/** Invalid data is returned as it was parsed. */
function read(source: SeedSource, check: Check, assertSize?: (data: unknown) => void): ParsedText {
  const text = new SeedText(source)
  const reading = readText(text)
  assertSize?.(reading.data)
  if (reading.data === undefined) return reading
  const { data, problems } = check(reading, text)
  const all = inOrder(withFollowing(reading.problems, problems))
  return { ...reading, data: all.length === 0 ? data : reading.data, problems: all }
}

/** Text we can't read is missing from the data too, so on lines where reading failed, we drop what the checks found. */
function withFollowing(reading: readonly Problem[], checking: readonly Problem[]): Problem[] {
  const lines = new Set(reading.map(({ line }) => line))
  return [...reading, ...checking.filter(({ line }) => !lines.has(line))]
}

interface Checked {
  /** The schema's output, or undefined if the data is invalid. */
  readonly data: unknown
  readonly problems: readonly Problem[]
}

function check(schema: GenericSchema, document: SourceDocument): Checked {
  const { success, output, issues = [] } = safeParse(schema, document.data)
  if (success) return { data: output, problems: [] }
  return {
    data: undefined,
    problems: issues.slice(0, PROBLEMS_MAX).map((issue) => problemOfIssue(issue, document)),
  }
}

function problemOfIssue(issue: BaseIssue<unknown>, document: SourceDocument): Problem {
  const path: readonly IssuePathItem[] = issue.path ?? []
  const target = path.at(-1)?.origin === 'key' ? 'field' : 'value'
  return problemAt(document, {
    path: path.map(({ key }) => key as string | number),
    message: issue.message,
    hint: hintOf(issue),
    target,
  })
}

function checkPart(reading: ParsedText, schema: GenericSchema, text: SeedText): Checked {
  const checked = check(schema, reading)
  if (isObject(reading.data)) return checked
  const place = { file: text.name, ...text.position(reading.start ?? 0) }
  return { ...checked, problems: checked.problems.map((problem) => ({ ...problem, ...place })) }
}

function seedCheck(services: readonly SeededService[]): Check {
  const schema = seedSchema(services)
  const known = Object.keys(schema.pipe[0].entries)
  const unsound = (problem: Problem): Checked => ({ data: undefined, problems: [problem] })
  return (reading, text) => {
    const { data, start = 0 } = reading
    if (isRecord(data)) {
      const other = otherFileProblem(reading, Object.keys(data), known)
      if (other !== undefined) return unsound(other)
      const checked = check(schema, reading)
      const problems = [
        ...checked.problems,
        ...duplicateProblems(reading, services),
        ...operationProblems(reading, ['faults'], operationIdsOf(services)),
      ]
      return { ...checked, problems }
    }
    const message = `a seed is a mapping (namespaces: …), but this is ${describe(data)}`
    if (isObject(data)) return unsound(problemAt(reading, { path: [], message, hint: listHint(data, known) }))
    const problem = { file: text.name, ...text.position(start), path: '', message }
    const hint = 'this looks like a path: pass the text of the file'
    return unsound(FILE_NAME.test(text.text) ? { ...problem, hint } : problem)
  }
}

/** Says what to do about a list that was given instead of a seed. */
const listHint = (data: object, known: readonly string[]): string =>
  Object.keys(Object(Reflect.get(data, 0))).some((field) => known.includes(field))
    ? 'write its fields without a list around them'
    : 'write it below the field that it belongs to, such as namespaces'

/** Reports faults that match unknown operations. @param at the path of a fault or of a list of faults */
export function operationProblems(
  root: SourceDocument,
  at: Path,
  operationIds: readonly string[],
): readonly Problem[] {
  const given = valueAt(root.data, at)
  const paths = Array.isArray(given) ? given.map((_, index) => [...at, index]) : [at]
  return paths
    .flatMap((path) => {
      const within = [...path, 'match', 'operation']
      const complaint = operationProblem(valueAt(root.data, within), operationIds)
      return complaint === undefined ? [] : [problemAt(root, { path: within, ...complaint })]
    })
    .slice(0, PROBLEMS_MAX)
}

const FILE_NAME = /^\s*\S+\.(?:ya?ml|json)\s*$/i

/** A single unknown field may just be a typo. */
const UNKNOWN_MAX = 1

/** Catches other programs' files, which end up here if they're in the seeds folder or the path is wrong. */
function otherFileProblem(
  reading: ParsedText,
  fields: readonly string[],
  known: readonly string[],
): Problem | undefined {
  if (fields.some((field) => field !== 'version' && known.includes(field))) return undefined
  const unknown = fields.filter((field) => field !== 'version' && nearest(field, known) === undefined)
  if (unknown.length <= UNKNOWN_MAX) return undefined
  const shown = [...unknown.slice(0, 3), ...(unknown.length > 3 ? ['…'] : [])].join(', ')
  return problemAt(reading, {
    path: [],
    message: `this is not a seed: it has ${shown}, and none of ${known.join(', ')}`,
    hint: 'name the seeds one by one, or keep them in a folder of their own: every .yaml, .yml and .json file in a folder of seeds is read',
  })
}

const joinOf = (services: readonly SeededService[]): Join =>
  fields({
    clock: fields({}),
    profile: deep,
    ...Object.assign({}, ...services.map(({ seed }) => seed.joins)),
    services: fields({}),
    faults: items('faults'),
    resume: deep,
  })

/**
 * Joins seeds in order, without modifying them (docs/DESIGN.md section 4). Objects are joined field by field, and API
 * keys by `key`. Entries, records and faults with the same key or id are replaced as a whole, and all others are
 * appended.
 *
 * @throws SeedProblems if two places share an API key, which is only a problem once the seeds are joined
 */
export function joinDocuments(
  documents: readonly SeedDocument[],
  services: readonly SeededService[],
): SeedDocument {
  const document = inOne(documents, services)
  const problems = sharedKeyProblems(document, services)
  if (problems.length > 0) throw new SeedProblems(problems)
  return document
}

function inOne(documents: readonly SeedDocument[], services: readonly SeededService[]): SeedDocument {
  const [first = { data: {} }, ...others] = documents
  if (others.length === 0) return first
  const join = joinOf(services)
  const data = others.reduce<Seed>((seed, other) => join(seed, other.data) as Seed, first.data)
  return { data, source: new JoinedSource(data, documents) }
}

/** Works for invalid seeds, too: valid blocks are expanded, and in the others only the templates are checked. */
function templateProblems(source: SourceDocument, services: readonly SeededService[]): readonly Problem[] {
  const expander = new BlockExpander(source, { random: 1 })
  for (const { kind, ...list } of listsIn(services, source.data)) {
    if (kind === undefined) continue
    const items = list.items.map((block, index) => {
      const { success, output } = safeParse(kind.schema, block)
      if (success) return output
      if (isRecord(block)) expander.inspect(block, [...list.path, index])
      return undefined
    })
    expander.expand({ ...list, items }, kind)
  }
  return expander.problems
}

/** Validates the profile options (docs/gaps.md) at a path of the document. */
export function profilePartProblems(root: SourceDocument, at: Path, patch: unknown): Problem[] {
  const problemOf = ({ path, message, hint, needsText = false, isUnknown = false }: ProfileProblem) =>
    problemAt(root, {
      path: [...at, ...path],
      message,
      hint: needsText ? QUOTE : hint,
      target: isUnknown ? 'field' : 'value',
    })
  return profileProblems(patch).slice(0, PROBLEMS_MAX).map(problemOf)
}
