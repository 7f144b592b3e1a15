import type { HttpExchange } from '../http-client.js'
import { type Json, parseJson } from '../json.js'
import type { Session } from '../session.js'

/** The value of a gap's option, or the reason why it couldn't be observed. It's never a guess. */
export type Observation = { readonly value: ObservedValue } | { readonly hidden: string }

/** The value of an option, where null means "none". */
export type ObservedValue = string | number | boolean | null

/** Earlier observations by option. Some gaps depend on others. */
export type KnownValues = ReadonlyMap<string, ObservedValue>

/** Observes a gap. Rejects with a `StatementFailure` or `StatementSkip` if it can't interpret the answer. */
export type Observe = (session: Session, known: KnownValues) => Promise<Observation>

export type Observers = Readonly<Record<string, Observe>>

export const seen = (value: ObservedValue): Observation => ({ value })
export const hidden = (why: string): Observation => ({ hidden: why })

/** Looks up the value for an answer's status. With any other status, the value is hidden. */
export function byStatus(
  answer: HttpExchange,
  values: Readonly<Record<number, string | number | boolean>>,
): Observation {
  const value = values[answer.status]
  return value === undefined ? hidden(`the service returns ${answer.status}`) : seen(value)
}

export const INVALID = { 400: 400, 422: 422 } as const

/** Returns "reject" for one of these statuses, or the result of `onSuccess` for a success. */
export function rejectedOr(answer: HttpExchange, onSuccess: () => Observation): Observation {
  if (answer.status in INVALID) return seen('reject')
  return isSuccess(answer) ? onSuccess() : hidden(`the service returns ${answer.status}`)
}

export const isSuccess = ({ status }: HttpExchange): boolean => status >= 200 && status <= 299

/** Returns undefined if the text isn't valid JSON. */
export function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Returns undefined if the member is missing or this isn't an object. */
export function memberOf(json: Json | undefined, name: string): Json | undefined {
  return json?.kind === 'object' ? json.members.get(name) : undefined
}

/** Returns undefined if this isn't a string. */
export const textOf = (json: Json | undefined): string | undefined =>
  json?.kind === 'string' ? json.value : undefined

/**
 * Bisects to find the largest number that fits.
 *
 * @param fits a number that fits
 * @param tooLong a number that doesn't
 */
export async function largest(
  fits: number,
  tooLong: number,
  tries: (size: number) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [fits, tooLong]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await tries(middle)) low = middle
    else high = middle
  }
  return low
}
