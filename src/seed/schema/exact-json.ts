import * as v from 'valibot'
import { isObject } from '../../core/objects.js'
import { atOnce, Slice, type Steps } from '../../core/steps.js'
import { type Path, PROBLEMS_MAX } from '../text/problems.js'
import { describe } from './fields.js'

/** A number that JSON, or a JSON reader, would not keep as it was written. */
interface Inexact {
  readonly path: Path
  readonly value: number | bigint
}

/** A list or mapping that is looked through: its items, the names of a mapping, and how far that came. */
interface Open {
  readonly items: readonly unknown[]
  readonly names: readonly string[] | undefined
  next: number
}

/** The first of them in a value, up to the most problems that are told. */
export function* inexactNumbers(value: unknown, slice: Slice): Steps<Inexact[]> {
  const found: Inexact[] = []
  // What is looked through lies in a list: paths are made for what is found alone.
  const open: Open[] = [{ items: [value], names: undefined, next: 0 }]
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (last.next === last.items.length) {
      open.pop()
      continue
    }
    const item = last.items[last.next++]
    if (isObject(item)) open.push(opened(item))
    else if (typeof item === 'bigint' || (typeof item === 'number' && !Number.isFinite(item))) {
      found.push({ path: open.slice(1).map(placeIn), value: item })
      if (found.length === PROBLEMS_MAX) break
    }
    if (slice.spend()) yield
  }
  return found
}

const opened = (item: object): Open =>
  Array.isArray(item)
    ? { items: item, names: undefined, next: 0 }
    : { items: Object.values(item), names: Object.keys(item), next: 0 }

const placeIn = ({ names, next }: Open): string | number => names?.[next - 1] ?? next - 1

/** What is wrong with such a number; `hint` says how else to write the value. */
export const inexactMessage = ({ value }: Inexact, hint: string): string =>
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

/** Any value that JSON can hold exactly; `hint` says how else to write it. What lies in it can be checked by itself. */
export const jsonValue = (hint: string) => ({
  ...v.pipe(
    v.unknown(),
    v.rawCheck(({ dataset, addIssue }) => {
      for (const found of atOnce(inexactNumbers(dataset.value, new Slice())))
        addIssue(issueAt(found.path, inexactMessage(found, hint)))
    }),
  ),
  valueHint: hint,
})

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
