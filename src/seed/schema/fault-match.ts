import * as v from 'valibot'
import { type Complaint, didYouMean, messageOf, notExpected } from '../../core/expected.js'
import { nearest } from '../../core/nearest.js'
import { compileGlob, GLOB_LENGTH_MAX } from '../../domain/faults/glob.js'
import { globsOver, meantOperation } from '../../domain/faults/operation-globs.js'
import { issueAt } from './exact-json.js'
import { matchedHeaders } from './fault-headers.js'
import { alsoJsonSchema, mapping, nonEmptyText, shortText } from './fields.js'

/** Rejects matches that no request can meet, since such a fault would never fire and the user wouldn't know why. */

/** We assume that any other method is a typo. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Adds a check that only runs if the earlier ones have passed. */
const soundText = (complaintAbout: (text: string) => Complaint | undefined) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.issues !== undefined) return
    const complaint = complaintAbout(dataset.value)
    if (complaint !== undefined) addIssue(issueAt([], complaint))
  })

const glob = v.pipe(
  nonEmptyText,
  v.maxLength(
    GLOB_LENGTH_MAX,
    messageOf((input) => ({
      message: `a glob has at most ${GLOB_LENGTH_MAX} characters, not ${String(input).length}`,
      hint: 'shorten it with a star',
    })),
  ),
)

/** Skips malformed globs, since those are reported elsewhere. */
export function operationProblem(input: unknown, ids: readonly string[]): Complaint | undefined {
  if (!v.is(glob, input)) return undefined
  const matches = compileGlob(input)
  if (ids.some((id) => matches(id))) return undefined
  const hint = didYouMean(meantOperation(input, ids), `the operations: ${ids.join(' ')}`)
  return notExpected(input, 'an operation or a glob such as kv.*', hint)
}

const operation = v.pipe(
  glob,
  v.description('A glob that matches operations, e.g. kv.* or documents.list.'),
  alsoJsonSchema((ids) => ({
    anyOf: [
      { enum: [...globsOver(ids)] },
      { pattern: globPatternOf(ids) },
      { pattern: ownPatternBeside(ids) },
    ],
  })),
)

/** JSON Schema doesn't support regex flags. */
const inAnyCase = (word: string): string => word.replace(/./g, (one) => `[${one}${one.toLowerCase()}]`)

const method = v.pipe(
  nonEmptyText,
  soundText((input) => {
    if (METHODS.includes(input.toUpperCase())) return undefined
    const hint = didYouMean(nearest(input, METHODS), `the methods: ${METHODS.join(' ')}`)
    return notExpected(input, 'an HTTP method such as GET', hint)
  }),
  v.description('The HTTP method.'),
  alsoJsonSchema({ anyOf: [{ enum: METHODS }, { pattern: `^(?:${METHODS.map(inAnyCase).join('|')})$` }] }),
)

const path = v.pipe(
  glob,
  soundText((input) => {
    if (!/^[/*]/.test(input)) return notExpected(input, 'a path', didYouMean(`/${input}`))
    return input.includes('?')
      ? { message: 'a path is matched without its query', hint: 'leave out the ? and everything after it' }
      : undefined
  }),
  v.description('A glob that matches the path without the query, e.g. /v1/kv/**.'),
  alsoJsonSchema({ pattern: '^[/*][^?]*$' }),
)

export const field = <const T extends v.GenericSchema>(schema: T, description: string) =>
  v.exactOptional(v.pipe(schema, v.description<v.InferOutput<T>, string>(description)))

export const match = mapping('a match', {
  operation: v.exactOptional(operation),
  method: v.exactOptional(method),
  path: v.exactOptional(path),
  namespace: field(shortText, 'A namespace id.'),
  store: field(shortText, 'A store id.'),
  key: field(shortText, "An entry's key."),
  credential: field(nonEmptyText, "The raw API key or the token's sub claim."),
  header: field(matchedHeaders, 'Headers that the request must have.'),
})

/**
 * Returns a regular expression for all globs that match one of these names (e.g. `kv.put`), for the sake of editors,
 * which don't know globs. For single-segment names, it agrees with `compileGlob`.
 */
function globPatternOf(names: readonly string[]): string {
  const kinds = new Map<string, string[]>()
  for (const name of names) {
    const [service = '', kind = ''] = name.split('.')
    kinds.set(service, [...(kinds.get(service) ?? []), kind])
  }
  const either = [...kinds].map(
    ([service, own]) => `${globsOf(`${service}.`)}(?:${own.map(globsOf).join('|')})`,
  )
  // "**" between slashes matches any number of segments, including none.
  return `^(?:\\*\\*/)*(?:${either.join('|')})\\**(?:/\\*\\*)*$`
}

/** For operations of users' own services (e.g. `leases.*`), whose names we don't know. */
function ownPatternBeside(names: readonly string[]): string {
  const services = new Set(names.map((name) => name.replace(/\..*/, '')))
  return `^(?!(?:${[...services].join('|')})\\.)[a-z][a-z0-9-]*\\.[\\w*]+$`
}

/**
 * Matches globs in which each character of the text is either a literal, possibly after stars, or covered by stars here
 * or just before. Stars are consumed greedily to avoid backtracking.
 */
function globsOf(text: string): string {
  return [...text]
    .map((one) => one.replace('.', '\\.'))
    .map((one) => `(?:\\*+(?!\\*)${one}?|${one}|(?<=\\*))`)
    .join('')
}
