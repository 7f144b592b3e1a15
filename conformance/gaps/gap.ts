import type { Need } from '../subject.js'

/** One gap: the option that decides it, and the needs of a client that can see how a service fills it. */
export interface Gap {
  /** The option's path in the profile, e.g. `kv.putStatus`. */
  readonly option: string
  /** The question that the contract leaves open, in one sentence. */
  readonly meaning: string
  /** The needs of a client that can see it; `nobody`: no client can, with any credentials. */
  readonly sees: readonly Need[] | 'nobody'
  /** Why it may stay hidden: always for `nobody`, otherwise from clients that have all they need. */
  readonly hidden?: string
}

/** The gap of an error code. */
export const codeGap = (option: string, what: string, sees: readonly Need[], hidden?: string): Gap => ({
  option,
  meaning: `The code of ${what}.`,
  sees,
  ...(hidden === undefined ? {} : { hidden }),
})
