import { shorten } from './shorten.js'

export interface Complaint {
  readonly message: string
  readonly hint?: string | undefined
}

export type Hint = string | ((input: unknown) => string | undefined)

/** E.g. "a list" or "the number 3", for messages. */
export function describe(value: unknown): string {
  if (value === undefined || value === null) return 'nothing (null)'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return value instanceof Date ? 'a Date' : 'a mapping'
  if (typeof value !== 'string') return `the ${typeof value === 'bigint' ? 'number' : typeof value} ${value}`
  return `the text ${JSON.stringify(shorten(value, 40))}`
}

export const notExpected = (input: unknown, what: string, hint?: Hint): Complaint => ({
  message: `expected ${what}, found ${describe(input)}`,
  hint: typeof hint === 'function' ? hint(input) : hint,
})

/** Creates a valibot message such as "expected a whole number, found a list". @param what describes valid values */
export const expected = (what: string, hint?: Hint) =>
  Object.assign(
    messageOf((input) => notExpected(input, what, hint)),
    { what },
  )

/** Creates a valibot message. Valibot has no hints, so the hint is attached to the issue. */
export const messageOf =
  (complaintAbout: (input: unknown) => Complaint) =>
  (issue: { readonly input: unknown }): string => {
    const { message, hint } = complaintAbout(issue.input)
    if (hint !== undefined) Object.assign(issue, { hint })
    return message
  }

export function hintOf(issue: object): string | undefined {
  const hint: unknown = Reflect.get(issue, 'hint')
  return typeof hint === 'string' ? hint : undefined
}

/** @param otherwise the hint if no name is close */
export const didYouMean = <const Other extends string | undefined = undefined>(
  meant: string | undefined,
  otherwise?: Other,
): string | Other => (meant === undefined ? (otherwise as Other) : `did you mean ${meant}?`)
