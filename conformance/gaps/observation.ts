/** Observations of gaps, and how answers become observations. */

import type { HttpExchange } from '../http-client.js'
import { type Json, parseJson } from '../json.js'
import type { Session } from '../session.js'

/** The value of a gap's option as it was seen, or why it was not seen. Values are never guessed. */
export type Observation = { readonly value: Seen } | { readonly hidden: string }

/** The value of an option; null if it means "none". */
export type Seen = string | number | boolean | null

/** The gaps seen so far, by option: what one shows may bound another. */
export type Known = ReadonlyMap<string, Seen>

/** Observes one gap; rejects with a StatementFailure or StatementSkip if the service answers in no known way. */
export type Observe = (session: Session, known: Known) => Promise<Observation>

export type Observers = Readonly<Record<string, Observe>>

export const seen = (value: Seen): Observation => ({ value })
export const hidden = (why: string): Observation => ({ hidden: why })

/** The value for an answer's status; any other status is not a value of the option. */
export function byStatus(
  answer: HttpExchange,
  values: Readonly<Record<number, string | number | boolean>>,
): Observation {
  const value = values[answer.status]
  return value === undefined ? hidden(`the service answers ${answer.status}`) : seen(value)
}

/** The statuses of a body that is malformed or invalid. */
export const INVALID = { 400: 400, 422: 422 } as const

/** "reject" for such a status; for a success the observation that `onSuccess` makes. */
export function rejectedOr(answer: HttpExchange, onSuccess: () => Observation): Observation {
  if (answer.status in INVALID) return seen('reject')
  return isSuccess(answer) ? onSuccess() : hidden(`the service answers ${answer.status}`)
}

export const isSuccess = ({ status }: HttpExchange): boolean => status >= 200 && status <= 299

/** Parses JSON; undefined if the text is invalid. */
export function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** undefined if it's missing, or this isn't an object. */
export function memberOf(json: Json | undefined, name: string): Json | undefined {
  return json?.kind === 'object' ? json.members.get(name) : undefined
}

/** The text of a JSON string; undefined for other JSON. */
export const textOf = (json: Json | undefined): string | undefined =>
  json?.kind === 'string' ? json.value : undefined

/** The largest number from `fits` on and below `tooLong` that fits, found by halving. */
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
