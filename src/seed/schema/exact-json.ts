import * as v from 'valibot'
import { brokenJsonText } from '../../core/json/json-problem.js'
import { withShortNames } from '../../core/json/long-names.js'
import { walk } from '../../core/json/walk.js'
import { isObject } from '../../core/objects.js'
import { HASHED_LENGTH_MAX } from '../../core/text/text-key.js'
import { plainJsonProblem } from '../read-plain-json.js'
import { NOT_JSON } from '../text/not-json.js'
import { type Path, PROBLEMS_MAX } from '../text/problems.js'
import { describe } from './fields.js'

/** A number that JSON, or a JSON reader, would not keep as it was written. */
interface Inexact {
  readonly path: Path
  readonly value: number | bigint
}

/** The first of them in a value, up to the most problems that are told. */
function inexactNumbers(value: unknown): Inexact[] {
  const found: Inexact[] = []
  walk(value, (item, place) => {
    if (isInexact(item)) found.push({ path: place.path(), value: item })
    return found.length < PROBLEMS_MAX
  })
  return found
}

const isInexact = (item: unknown): item is number | bigint =>
  typeof item === 'bigint' || (typeof item === 'number' && !Number.isFinite(item))

/** Whether there is one, told sooner. */
function hasInexact(value: unknown): boolean {
  if (!isObject(value)) return isInexact(value)
  if (Array.isArray(value)) return value.some(hasInexact)
  const fields = value as Record<string, unknown>
  for (const name in fields) if (hasInexact(fields[name])) return true
  return false
}

/** What is wrong with such a number; `hint` says how else to write the value. */
const inexactMessage = ({ value }: Inexact, hint: string): string =>
  typeof value === 'bigint'
    ? `${value} is beyond 2^53 and would lose digits\n${hint}`
    : `${describe(value)} cannot be written in JSON\n${hint}`

/** An issue path for valibot, which wants the values along the way too but does not look at them. */
function issuePath(path: Path): [v.IssuePathItem, ...v.IssuePathItem[]] | undefined {
  const [first, ...rest] = path.map(
    (key): v.IssuePathItem => ({ type: 'unknown', origin: 'value', input: undefined, key, value: undefined }),
  )
  return first === undefined ? undefined : [first, ...rest]
}

/** Adds an issue at `path` below the value that is being checked. */
export function issueAt(
  path: Path,
  message: string,
): { message: string; path?: [v.IssuePathItem, ...v.IssuePathItem[]] } {
  const steps = issuePath(path)
  return steps === undefined ? { message } : { message, path: steps }
}

/** What is wrong in a value. */
export interface ValueIssue {
  /** Within the value. */
  readonly path: Path
  /** A hint may stand on a second line. */
  readonly message: string
}

/** What is wrong with a value, found in slices. */
export type CheckInSlices = (value: unknown) => readonly ValueIssue[]

/** Any value that JSON can hold exactly; `hint` says how else to write it. */
export const jsonValue = (hint: string) => ({
  ...v.pipe(
    v.unknown(),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!hasInexact(dataset.value)) return
      for (const found of inexactNumbers(dataset.value))
        addIssue(issueAt(found.path, inexactMessage(found, hint)))
    }),
  ),
  inSlices(value: unknown): readonly ValueIssue[] {
    const all = inexactNumbers(value)
    return all.map((found) => ({ path: found.path, message: inexactMessage(found, hint) }))
  },
})

/** JSON text, kept to the digit. */
export const jsonText = {
  ...v.pipe(
    v.string('expected JSON text in quotes, such as \'{"price": 1.0}\'\nput it in single quotes'),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = typeof dataset.value === 'string' ? notJson(dataset.value) : undefined
      if (message !== undefined) addIssue({ message })
    }),
  ),
  inSlices(value: unknown): readonly ValueIssue[] {
    const problem = typeof value === 'string' ? plainJsonProblem(value) : undefined
    return problem === undefined ? [] : [{ path: [], message: notJsonText(problem, String(value)) }]
  },
}

/** Why this is no JSON text; undefined where it is. */
function notJson(text: string): string | undefined {
  try {
    JSON.parse(withShortNames(text, HASHED_LENGTH_MAX))
    return undefined
  } catch {
    return notJsonText(brokenJsonText(text), text)
  }
}

const notJsonText = (problem: string, text: string): string =>
  NOT_JSON + problem + (text.includes('{{') ? '\ntemplates work in value, not in json' : '')
