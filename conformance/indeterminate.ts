/**
 * Disturbances that keep a service from being judged: they say nothing about how the service understands the contract.
 */

import { BrokenAnswer, type ClientAnswer, NoAnswerInTime, type Send } from './http-client.js'
import type { Need } from './subject.js'

/** Statuses of a service that is not there for a while. */
const UNAVAILABLE: readonly number[] = [502, 503, 504]

/** A 429 that is not a monthly quota is a rate limit that the session ran into. */
const QUOTA_CODE = 'monthly_quota_exceeded'

/** Which sizes a service takes is not shown, so that a refusal for one is not a fault. */
const SIZE = 'the service takes no key, value or body of such a size (413), whose bounds are not shown'

/** The reason why an answer tells nothing, in words; undefined if it tells something. */
export function disturbanceIn({ status, text }: Pick<ClientAnswer, 'status' | 'text'>): string | undefined {
  if (status === 429 && !text.includes(QUOTA_CODE)) return 'the service throttled the session (429)'
  if (status === 413) return SIZE
  if (UNAVAILABLE.includes(status)) return `the service was not available for a while (${status})`
  return undefined
}

/** True if no complete answer came, so that its content is unknown. */
export const isNoWholeAnswer = (error: unknown): error is NoAnswerInTime | BrokenAnswer =>
  error instanceof NoAnswerInTime || error instanceof BrokenAnswer

/** Needs of statements that bring such answers about on purpose. */
const ON_PURPOSE: readonly Need[] = ['limited', 'ratelimit', 'provoke']

/** A port that notes what disturbs a statement. */
export class Disturbances {
  readonly send: Send
  #first: string | undefined

  constructor(send: Send, needs: readonly Need[]) {
    const isExpected = needs.some((need) => ON_PURPOSE.includes(need))
    this.send = async (request) => {
      try {
        const answer = await send(request)
        if (!isExpected || answer.status === 413) this.#first ??= disturbanceIn(answer)
        return answer
      } catch (error) {
        if (error instanceof NoAnswerInTime) this.#first ??= error.message
        throw error
      }
    }
  }

  /** The first one, in words. */
  get first(): string | undefined {
    return this.#first
  }
}
