import * as v from 'valibot'
import { isInt64 } from '../contract/values.js'
import { isRecord, valueAt } from '../core/objects.js'
import { CURSOR_NAMES_MAX, KEY_LENGTH_MAX, lengthProblem } from '../domain/bounds.js'
import { nameOf, type Passing, tombstonesOf } from '../domain/tombstones.js'
import type { ResumePoint } from './resume-point.js'
import type { SeedDocument } from './schema/schema.js'
import { problemAt } from './text/places.js'
import { type Path, PROBLEMS_MAX, type Problem, SeedProblems } from './text/problems.js'

const digits = v.pipe(v.string('must be digits in quotes'), v.regex(/^\d{1,16}$/, 'must be digits in quotes'))
const count = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be an integer'),
  v.minValue(0, 'must be 0 or more'),
)
const WORDS = 'must be a list of 4 integers from 0 to 2^32-1'
const word = v.pipe(
  v.number(WORDS),
  v.safeInteger(WORDS),
  v.minValue(0, WORDS),
  v.maxValue(2 ** 32 - 1, WORDS),
)

const resumeIds = v.strictObject({
  documents: v.optional(digits, '0'),
  projects: v.optional(digits, '0'),
  faults: v.optional(
    v.pipe(
      digits,
      v.check((text) => Number.isSafeInteger(Number(text)), 'must be below 2^53'),
    ),
    '0',
  ),
})
const streamState = v.exactOptional(v.pipe(v.array(word, WORDS), v.length(4, WORDS)))
/** All that a world draws from: each checkpoint of its log has a copy. */
const streamStates = v.strictObject({ ids: streamState, faults: streamState })
const WINDOW = 'must be {number, used}'
const OTHERS = 'must be a list of [number, used], of up to 1000'
const otherWindows = v.pipe(v.array(v.strictTuple([count, count], OTHERS), OTHERS), v.maxLength(1000, OTHERS))
const fixedWindow = v.pipe(
  v.custom<object>(isRecord, WINDOW),
  v.strictObject({ number: count, used: count, others: v.exactOptional(otherWindows) }),
)
/** More than a log ever has. */
const LOG_MAX = 10_000
const LOG = `must be a list of [ms, count], ascending, of up to ${LOG_MAX}`
const slidingWindow = v.strictObject({
  log: v.pipe(
    v.array(v.strictTuple([count, count], LOG), LOG),
    v.maxLength(LOG_MAX, LOG),
    v.check((log) => log.every(([at], index) => index === 0 || (log[index - 1]?.[0] ?? 0) < at), LOG),
  ),
})
const rateWindow = v.lazy((input) =>
  isRecord(input) && Object.hasOwn(input, 'log') ? slidingWindow : fixedWindow,
)

/** Entries that left, oldest first: [namespace or store, key, when it expired in ms, or who deleted it]. */
const ENTRIES = 'must be a list of [namespace or store, key, ms or text]'
const goneName = v.pipe(
  v.string(ENTRIES),
  v.maxLength(KEY_LENGTH_MAX, ({ input }) => lengthProblem(input) ?? ENTRIES),
)
const goneEntries = v.strictObject({
  isComplete: v.boolean('must be true or false'),
  entries: v.array(
    v.tuple([goneName, goneName, v.union([v.number(ENTRIES), v.string(ENTRIES)], ENTRIES)], ENTRIES),
    ENTRIES,
  ),
})
/** A world seals by an id of 64 characters at most and the number of its seed. */
const NAME_LENGTH_MAX = 100
const NAMES = `must be a list of up to ${CURSOR_NAMES_MAX} texts of up to ${NAME_LENGTH_MAX} characters`
const cursorName = v.pipe(v.string(NAMES), v.maxLength(NAME_LENGTH_MAX, NAMES))
const cursorNames = v.strictObject({
  names: v.pipe(v.array(cursorName, NAMES), v.maxLength(CURSOR_NAMES_MAX, NAMES)),
})

const PLACES = 'must be a list of [index, place]'
const placeList = v.optional(v.array(v.strictTuple([count, count], PLACES), PLACES), [])
const recordPlaces = v.strictObject({ documents: placeList, projects: placeList })

const CREATORS = 'must be a list of [id, key]'
const recordId = v.pipe(v.string(CREATORS), v.check(isInt64, CREATORS))
const creatorKey = v.pipe(
  v.string(CREATORS),
  v.maxLength(KEY_LENGTH_MAX, ({ input }) => lengthProblem(input) ?? CREATORS),
)
const creatorList = v.optional(v.array(v.strictTuple([recordId, creatorKey], CREATORS), CREATORS), [])
const recordCreators = v.strictObject({ documents: creatorList, projects: creatorList })

const HINT = 'resume is written by exports: take it from one, or leave it out'

/**
 * Reads the `resume` of a seed; one without it begins again. There is a window for each key of the database.
 *
 * @throws SeedProblems with everything that is wrong in it
 */
export function readResume(document: SeedDocument): ResumePoint {
  const { resume = {} } = document.data
  const { ids = {}, random = {}, rateWindows = {}, gone, cursors, places = {}, creators = {} } = resume
  const problems: Problem[] = []
  const read = <S extends v.GenericSchema>(schema: S, input: unknown, ...path: string[]) => {
    const result = v.safeParse(schema, input)
    if (result.success) return result.output
    for (const issue of result.issues.slice(0, PROBLEMS_MAX - problems.length)) {
      problems.push(problemOf(issue, ['resume', ...path], document))
    }
    return undefined
  }
  // Field by field: a record of valibot's leaves out what is called "constructor", as an API key may be.
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
  const lastIds = read(resumeIds, ids, 'ids')
  const streams = read(streamStates, random, 'random')
  Object.keys(rateWindows).forEach(readWindow)
  const left = gone === undefined ? undefined : read(goneEntries, gone, 'gone')
  const names = cursors === undefined ? undefined : read(cursorNames, cursors, 'cursors')
  const order = read(recordPlaces, places, 'places')
  const makers = read(recordCreators, creators, 'creators')
  if (lastIds === undefined || streams === undefined || order === undefined || makers === undefined)
    throw new SeedProblems(problems)
  if (problems.length > 0) throw new SeedProblems(problems)
  const collection = (name: 'documents' | 'projects') => ({
    lastId: lastIds[name],
    places: order[name],
    creators: makers[name],
  })
  return {
    documents: collection('documents'),
    projects: collection('projects'),
    faults: Number(lastIds.faults),
    random: streams,
    rateWindows: windows,
    tombstones: left === undefined ? undefined : tombstonesOf(left.entries.map(goneEntry), left.isComplete),
    cursorNames: names?.names ?? [],
  }
}

type GoneEntry = v.InferOutput<typeof goneEntries>['entries'][number]

const goneEntry = ([id, key, why]: GoneEntry): [name: string, passing: Passing] => [
  nameOf(id, key),
  typeof why === 'number' ? { expiredAt: why } : { deletedBy: why },
]

function problemOf(issue: v.BaseIssue<unknown>, around: Path, document: SeedDocument): Problem {
  const path: Path = [...around, ...(issue.path ?? []).map(({ key }) => key as string | number)]
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never'
  const isMissing = issue.type === 'strict_object' && issue.received === 'undefined'
  const message = isUnknown ? 'there is no such field' : isMissing ? 'is missing' : issue.message
  return problemAt(document, { path, message, hint: HINT })
}
