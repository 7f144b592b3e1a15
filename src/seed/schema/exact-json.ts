import * as v from 'valibot'
import { type Complaint, describe, expected, messageOf } from '../../core/expected.js'
import { brokenJsonText, isJson } from '../../core/json/json-problem.js'
import { isObject } from '../../core/objects.js'
import { QUOTE } from '../text/positions.js'
import { NOT_JSON, type Path, PROBLEMS_MAX } from '../text/problems.js'

/** A number that would change when written as JSON or read back. */
interface Inexact {
  readonly path: Path
  readonly value: number | bigint
}

/** Stops after `PROBLEMS_MAX`. */
function inexactNumbers(value: unknown): Inexact[] {
  const found: Inexact[] = []
  const path: (string | number)[] = []
  const lookWithin = (step: string | number, item: unknown): void => {
    path.push(step)
    look(item)
    path.pop()
  }
  const look = (item: unknown): void => {
    if (found.length >= PROBLEMS_MAX) return
    if (typeof item === 'bigint' || (typeof item === 'number' && !Number.isFinite(item)))
      found.push({ path: [...path], value: item })
    else if (Array.isArray(item)) for (const [index, one] of item.entries()) lookWithin(index, one)
    else if (isObject(item)) for (const [name, one] of Object.entries(item)) lookWithin(name, one)
  }
  look(value)
  return found
}

const inexact = (value: number | bigint): string =>
  typeof value === 'bigint'
    ? `${value} is beyond 2^53 and would lose digits`
    : `${describe(value)} cannot be written in JSON`

/** valibot's type requires the values along the way, though nothing reads them. */
function issuePath(path: Path): [v.IssuePathItem, ...v.IssuePathItem[]] | undefined {
  const [first, ...rest] = path.map(
    (key): v.IssuePathItem => ({ type: 'unknown', origin: 'value', input: undefined, key, value: undefined }),
  )
  return first === undefined ? undefined : [first, ...rest]
}

/** @param path relative to the validated value */
export function issueAt(path: Path, complaint: Complaint) {
  const steps = issuePath(path)
  const said = { message: messageOf(() => complaint) }
  return steps === undefined ? said : { ...said, path: steps }
}

/** Accepts any value that JSON can represent exactly. @param hint suggests another way to write it */
export const jsonValue = (hint: string) =>
  v.pipe(
    v.unknown(),
    v.rawCheck(({ dataset, addIssue }) => {
      for (const { path, value } of inexactNumbers(dataset.value))
        addIssue(issueAt(path, { message: inexact(value), hint }))
    }),
  )

/** JSON text, which keeps all the digits of its numbers. */
export const jsonText = v.pipe(
  v.string(
    expected('JSON text in quotes, such as \'{"price": 1.0}\'', (input) =>
      isObject(input) ? 'put it in single quotes' : QUOTE,
    ),
  ),
  v.check(
    isJson,
    messageOf((text) => ({
      message: NOT_JSON + brokenJsonText(String(text)),
      hint: String(text).includes('{{') ? 'templates work in value, not in json' : undefined,
    })),
  ),
)
