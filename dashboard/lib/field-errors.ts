import { ApiError } from '../api.js'

export interface FieldErrors {
  /** @param path in the body, e.g. "limits.reads" */
  readonly of: (path: string) => string | undefined
  /** Undefined if all problems are about the fields. */
  readonly rest: unknown
}

export function fieldErrors(error: unknown, ...paths: readonly string[]): FieldErrors {
  if (!(error instanceof ApiError) || error.problems.length === 0) return { of: () => undefined, rest: error }
  const isOf = (path: string, place: string) =>
    place === path || place.startsWith(`${path}[`) || place.startsWith(`${path}.`)
  const others = error.problems.filter((problem) => !paths.some((path) => isOf(path, problem.path)))
  const { status, message, hint } = error
  return {
    of(path) {
      const found = error.problems.find((problem) => isOf(path, problem.path))
      if (found === undefined) return undefined
      return found.hint === undefined ? found.message : `${found.message}: ${found.hint}`
    },
    rest: others.length === 0 ? undefined : new ApiError({ status, message, hint, problems: others }),
  }
}

/** Returns other text unchanged, so that the emulator can reject it. */
export function wholeNumber(typed: string): number | string {
  const text = typed.trim().replaceAll(/[,_ ]/g, '')
  return /^\d+$/.test(text) ? Number(text) : typed
}
