import * as v from 'valibot'
import type { Path } from '../text/problems.js'
import { describe } from './fields.js'

/** Calls back for every number of a value that JSON, or a JSON reader, would not keep as it was written. */
function eachInexact(value: unknown, path: Path, report: (path: Path, value: number | bigint) => void): void {
  if (typeof value === 'bigint') report(path, value)
  if (typeof value === 'number' && !Number.isFinite(value)) report(path, value)
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  for (const [name, item] of Object.entries(value)) {
    eachInexact(item, [...path, isList ? Number(name) : name], report)
  }
}

function reason(value: number | bigint): string {
  return typeof value === 'bigint'
    ? `${value} is beyond 2^53 and would lose digits`
    : `${describe(value)} cannot be written in JSON`
}

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

/** Any value that JSON can hold exactly; `hint` says how else to write it. */
export const jsonValue = (hint: string) =>
  v.pipe(
    v.unknown(),
    v.rawCheck(({ dataset, addIssue }) => {
      eachInexact(dataset.value, [], (path, value) => addIssue(issueAt(path, `${reason(value)}\n${hint}`)))
    }),
  )

/** JSON text, kept to the digit. */
export const jsonText = v.pipe(
  v.string('expected JSON text in quotes, such as \'{"price": 1.0}\'\nput it in single quotes'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (typeof dataset.value !== 'string') return
    try {
      JSON.parse(dataset.value)
    } catch (error) {
      const found = error instanceof Error ? error.message : String(error)
      const hint = dataset.value.includes('{{') ? '\ntemplates work in value, not in json' : ''
      addIssue({ message: `this is no valid JSON: ${found}${hint}` })
    }
  }),
)
