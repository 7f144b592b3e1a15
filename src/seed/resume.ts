import * as v from 'valibot'
import { isInt64 } from '../contract/values.js'
import { describe } from '../core/expected.js'
import { isRecord, valueAt } from '../core/objects.js'
import { CURSOR_NAMES_MAX, lengthProblem } from '../domain/bounds.js'
import { nameOf, type Removal, tombstonesOf } from '../domain/tombstones.js'
import type { SeededService } from './part.js'
import { type CollectionResume, NEW_COLLECTION, type ResumePoint } from './resume-point.js'
import { issueAt } from './schema/exact-json.js'
import type { SeedDocument } from './schema/schema.js'
import { problemAt } from './text/positions.js'
import { type Path, PROBLEMS_MAX, type Problem, SeedProblems } from './text/problems.js'

/** Only exports write these fields, so we report the same message whatever is wrong. */
const digits = v.pipe(v.string(), v.regex(/^\d{1,16}$/))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const word = v.pipe(count, v.maxValue(2 ** 32 - 1))
const name = v.pipe(
  v.string(),
  v.check(
    (text) => lengthProblem(text) === undefined,
    ({ input }) => lengthProblem(input) ?? '',
  ),
)

const lastFault = v.pipe(
  digits,
  v.check((text) => Number.isSafeInteger(Number(text))),
)
const streamState = v.exactOptional(v.pipe(v.array(word), v.length(4)))
/** Includes a stream for each of the user's own services. Every checkpoint copies all of them. */
const streamStates = v.pipe(
  v.objectWithRest({ ids: streamState, faults: streamState }, v.pipe(v.array(word), v.length(4))),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const name of Object.keys(dataset.value))
      if (!/^(?:ids|faults|services\/[a-z][a-z0-9-]*)$/.test(name))
        addIssue(issueAt([name], { message: EXPECTED }))
  }),
)
const fixedWindow = v.pipe(
  v.custom<object>(isRecord),
  v.strictObject({
    number: count,
    used: count,
    others: v.exactOptional(v.pipe(v.array(v.strictTuple([count, count])), v.maxLength(1000))),
  }),
)
/** No log is ever this long. */
const LOG_MAX = 10_000
const slidingWindow = v.strictObject({
  log: v.pipe(
    v.array(v.strictTuple([count, count])),
    v.maxLength(LOG_MAX),
    v.check((log) => log.every(([at], index) => index === 0 || (log[index - 1]?.[0] ?? 0) < at)),
  ),
})
const rateWindow = v.lazy((input) =>
  isRecord(input) && Object.hasOwn(input, 'log') ? slidingWindow : fixedWindow,
)

/** Removed entries, oldest first, as `[namespace or store, key, when it expired (ms) or who deleted it]`. */
const goneEntries = v.strictObject({
  isComplete: v.boolean(),
  entries: v.array(v.tuple([name, name, v.union([v.number(), v.string()])])),
})
/** Each name is a world's id of at most 64 characters plus its random seed. */
const cursorNames = v.strictObject({
  names: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(CURSOR_NAMES_MAX)),
})

/** `[index, position]` pairs for some of the records. */
const placeList = v.array(v.strictTuple([count, count]))

/** `[id, key]` pairs for some of the records. */
const creatorList = v.array(v.strictTuple([v.pipe(v.string(), v.check(isInt64)), name]))

const EXPECTED = 'what an export writes'
const HINT = 'copy resume from an export, or leave it out'

/**
 * Defaults to `BEGINNING`.
 *
 * @throws SeedProblems with all problems
 */
export function readResume(document: SeedDocument, services: readonly SeededService[]): ResumePoint {
  const { resume = {} } = document.data
  const { ids = {}, random = {}, rateWindows = {}, gone, cursors, places = {}, creators = {} } = resume
  const problems: Problem[] = []
  const read = <S extends v.GenericSchema>(schema: S, input: unknown, ...path: string[]) => {
    const result = v.safeParse(schema, input, { message: EXPECTED })
    if (result.success) return result.output
    for (const issue of result.issues.slice(0, PROBLEMS_MAX - problems.length)) {
      problems.push(problemOf(issue, ['resume', ...path], document))
    }
    return undefined
  }
  // We do this by hand, since valibot's `record` drops the name "constructor", and an API key may be called that.
  const windows: [string, v.InferOutput<typeof rateWindow>][] = []
  const readWindow = (key: string) => {
    const tooLong = lengthProblem(key)
    if (tooLong !== undefined) {
      problems.push(
        problemAt(document, { path: ['resume', 'rateWindows', key], message: tooLong, hint: HINT }),
      )
      return
    }
    const window = read(rateWindow, valueAt(rateWindows, [key]), 'rateWindows', key)
    if (window !== undefined) windows.push([key, window])
  }
  const lists = services.flatMap(({ seed }) => seed.collections ?? [])
  const ofEach = <Schema extends v.GenericSchema>(schema: Schema) =>
    Object.fromEntries(lists.map((list) => [list, v.exactOptional(schema)]))
  const resumeIds = v.strictObject({ ...ofEach(digits), faults: v.exactOptional(lastFault) })
  const lastIds: Readonly<Record<string, string | undefined>> | undefined = read(resumeIds, ids, 'ids')
  const streams = read(streamStates, random, 'random')
  Object.keys(rateWindows).forEach(readWindow)
  const left = gone === undefined ? undefined : read(goneEntries, gone, 'gone')
  const names = cursors === undefined ? undefined : read(cursorNames, cursors, 'cursors')
  const order = read(v.strictObject(ofEach(placeList)), places, 'places')
  const makers = read(v.strictObject(ofEach(creatorList)), creators, 'creators')
  if (lastIds === undefined || streams === undefined || order === undefined || makers === undefined)
    throw new SeedProblems(problems)
  if (problems.length > 0) throw new SeedProblems(problems)
  const collection = (list: string): CollectionResume => ({
    lastId: lastIds[list] ?? NEW_COLLECTION.lastId,
    places: order[list] ?? NEW_COLLECTION.places,
    creators: makers[list] ?? NEW_COLLECTION.creators,
  })
  return {
    collections: Object.fromEntries(lists.map((list) => [list, collection(list)])),
    faults: Number(lastIds.faults ?? 0),
    random: streams,
    rateWindows: windows,
    tombstones: left === undefined ? undefined : tombstonesOf(left.entries.map(goneEntry), left.isComplete),
    cursorNames: names?.names ?? [],
  }
}

type GoneEntry = v.InferOutput<typeof goneEntries>['entries'][number]

const goneEntry = ([id, key, why]: GoneEntry): [name: string, passing: Removal] => [
  nameOf(id, key),
  typeof why === 'number' ? { expiredAt: why } : { deletedBy: why },
]

function problemOf(issue: v.BaseIssue<unknown>, around: Path, document: SeedDocument): Problem {
  const path: Path = [...around, ...(issue.path ?? []).map(({ key }) => key as string | number)]
  const found = `expected ${EXPECTED}, found ${describe(valueAt(document.data, path))}`
  return problemAt(document, {
    path,
    message: issue.message === EXPECTED ? found : issue.message,
    hint: HINT,
  })
}
