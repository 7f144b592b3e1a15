import * as v from 'valibot'
import { operations } from '../../contract/operations.js'
import { nearest } from '../../core/nearest.js'
import { compileGlob, GLOB_LENGTH_MAX } from '../../domain/faults/glob.js'
import { matchedHeaders } from './fault-headers.js'
import { alsoJsonSchema, expected, mapping, nonEmptyText, shortText } from './fields.js'

/** A match that nothing can meet is refused here: such a fault would never fire, and nothing would say why. */

/** The methods of HTTP; of others a typing error is more likely than a client. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** The globs that may be meant: the operations, and all of a service or of a kind. */
const globsOver = (ids: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...ids,
    ...ids.map((id) => id.replace(/\..*/, '.*')),
    ...ids.map((id) => id.replace(/.*\./, '*.')),
  ])

/** A check that is left out if one before it has failed. */
const soundText = (problemOf: (text: string) => string | undefined) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.issues !== undefined) return
    const problem = problemOf(dataset.value)
    if (problem !== undefined) addIssue({ message: problem })
  })

const glob = v.pipe(
  nonEmptyText,
  v.maxLength(
    GLOB_LENGTH_MAX,
    ({ input }) =>
      `a glob has at most ${GLOB_LENGTH_MAX} characters, not ${input.length}\nshorten it by a star`,
  ),
)

/** Words for the kinds of operations. */
const KINDS: Readonly<Record<string, string>> = {
  read: 'get',
  fetch: 'get',
  set: 'put',
  write: 'put',
  update: 'put',
  add: 'create',
  post: 'create',
  remove: 'delete',
}

/** `kv.read` means kv.get, and `get` alone means *.get. */
function meantOperation(input: string, globs: ReadonlySet<string>): string | undefined {
  const dot = input.lastIndexOf('.') + 1
  const kind = input.slice(dot).toLowerCase()
  const named = (input.slice(0, dot) || '*.') + (Object.hasOwn(KINDS, kind) ? KINDS[kind] : kind)
  return globs.has(named) ? named : nearest(input, globs)
}

/** The problem of a glob that matches none of these operations; undefined for a text that is not a sound glob. */
export function operationProblem(input: unknown, ids: readonly string[]): string | undefined {
  if (!v.is(glob, input)) return undefined
  const matches = compileGlob(input)
  if (ids.some((id) => matches(id))) return undefined
  const meant = meantOperation(input, globsOver(ids))
  const hint = meant === undefined ? `the operations: ${ids.join(' ')}` : `did you mean ${meant}?`
  return expected('an operation or a glob such as kv.*', hint)({ input })
}

const operationIds: readonly string[] = operations.map(({ id }) => id)

const operation = v.pipe(
  glob,
  v.description('A glob over operations, such as kv.* or documents.list.'),
  alsoJsonSchema({
    anyOf: [{ enum: [...globsOver(operationIds)] }, { pattern: globPatternOf(operationIds) }],
  }),
)

/** A word in capitals as an expression that takes it in any case: there are no flags in JSON Schema. */
const inAnyCase = (word: string): string => word.replace(/./g, (one) => `[${one}${one.toLowerCase()}]`)

const wrongMethod = expected('an HTTP method such as GET', (input) => {
  const meant = nearest(String(input), METHODS)
  return meant === undefined ? `the methods: ${METHODS.join(' ')}` : `did you mean ${meant}?`
})

const method = v.pipe(
  nonEmptyText,
  soundText((input) => (METHODS.includes(input.toUpperCase()) ? undefined : wrongMethod({ input }))),
  v.description('The HTTP method.'),
  alsoJsonSchema({ anyOf: [{ enum: METHODS }, { pattern: `^(?:${METHODS.map(inAnyCase).join('|')})$` }] }),
)

const path = v.pipe(
  glob,
  soundText((input) => {
    if (!/^[/*]/.test(input)) return `${expected('a path')({ input })}\ndid you mean /${input}?`
    return input.includes('?')
      ? 'a path is matched without its query\nleave out the ? and the rest'
      : undefined
  }),
  v.description('A glob over the path without its query: /v1/kv/**.'),
  alsoJsonSchema({ pattern: '^[/*][^?]*$' }),
)

/** A field that may be left out. */
export const field = <const T extends v.GenericSchema>(schema: T, description: string) =>
  v.exactOptional(v.pipe(schema, v.description<v.InferOutput<T>, string>(description)))

/** Which calls a fault is for. */
export const match = mapping('a match', {
  operation: v.exactOptional(operation),
  method: v.exactOptional(method),
  path: v.exactOptional(path),
  namespace: field(shortText, 'A namespace id.'),
  store: field(shortText, 'A store id.'),
  key: field(shortText, 'The key of an entry.'),
  credential: field(nonEmptyText, "The raw API key, or the token's sub."),
  header: field(matchedHeaders, 'Headers that the call must carry.'),
})

/**
 * The regular expression of all globs that match one of these names, each of a service and a kind ("kv.put"): for
 * editors, which know expressions and no globs. It agrees with `compileGlob` for names that are one segment.
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
  // "**" between slashes matches any number of segments, none included.
  return `^(?:\\*\\*/)*(?:${either.join('|')})\\**(?:/\\*\\*)*$`
}

/**
 * Each character is there, perhaps after stars, or is matched by stars: here, or where they just were. Stars are
 * taken all at once, so that nothing is tried twice for them.
 */
function globsOf(text: string): string {
  return [...text]
    .map((one) => one.replace('.', '\\.'))
    .map((one) => `(?:\\*+(?!\\*)${one}?|${one}|(?<=\\*))`)
    .join('')
}
