import { BrokenAnswer, type ClientAnswer, NoAnswerInTime, type Send } from './http-client.js'
import type { Need } from './subject.js'

/** Statuses of a service that's temporarily unavailable. */
const UNAVAILABLE: readonly number[] = [502, 503, 504]

/** Any other 429 means that the session ran into a rate limit. */
const QUOTA_CODE = 'monthly_quota_exceeded'

/** The contract doesn't say which sizes a service accepts, so it's fine to refuse one. */
const SIZE =
  "the service rejects a key, value or body of this size (413), and the contract doesn't show the limits"

/** Explains why an answer doesn't tell us anything. Returns undefined for a useful answer. */
export function disturbanceIn({ status, text }: Pick<ClientAnswer, 'status' | 'text'>): string | undefined {
  if (status === 429 && !text.includes(QUOTA_CODE)) return 'the service throttled the session (429)'
  if (status === 413) return SIZE
  if (UNAVAILABLE.includes(status)) return `the service was temporarily unavailable (${status})`
  return undefined
}

export const isNoWholeAnswer = (error: unknown): error is NoAnswerInTime | BrokenAnswer =>
  error instanceof NoAnswerInTime || error instanceof BrokenAnswer

/** Statements with these needs provoke such answers on purpose. */
const ON_PURPOSE: readonly Need[] = ['limited', 'ratelimit', 'provoke']

/** Wraps `send` and records what disturbs a statement. */
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

  get first(): string | undefined {
    return this.#first
  }
}
