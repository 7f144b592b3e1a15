import { useState } from 'preact/hooks'
import { ApiError } from '../api.js'

/** Keeps a form from replacing, without a word, what somebody else changed while it was open. */
interface Unchanged<T> {
  /** What it has become in the meantime: undefined while nothing was seen to change, null if it is gone. */
  readonly theirs: T | null | undefined
  /**
   * Passes if it is as it was, or as the last refusal showed it.
   *
   * @throws ApiError 409
   */
  readonly assertUnchanged: () => Promise<void>
}

/**
 * @param begun what the form began with
 * @param read reads it as it is now
 * @param textOf what of it counts
 */
export function useUnchanged<T>(begun: T, read: () => Promise<T>, textOf: (one: T) => string): Unchanged<T> {
  const [theirs, setTheirs] = useState<T | null | undefined>(undefined)
  const known = theirs === undefined ? begun : theirs
  return {
    theirs,
    async assertUnchanged() {
      const present = await read().catch(nullWhereGone)
      const isSame =
        known === null || present === null ? known === present : textOf(known) === textOf(present)
      if (isSame) return
      setTheirs(present)
      throw new ApiError({
        status: 409,
        message:
          present === null ? 'It was deleted in the meantime.' : 'It was changed in the meantime: see below.',
        hint: 'Save again to put yours in its place, or cancel.',
      })
    },
  }
}

function nullWhereGone(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
