import { ApiError } from '../api.js'

/** What a refusal says of the fields of a form. */
export interface FieldErrors {
  /** What is wrong with a field, by its place in what was sent: "limits.reads". */
  readonly of: (path: string) => string | undefined
  /** What concerns no field of the form. */
  readonly rest: unknown
}

/** Sorts what a refusal says to the fields that it concerns. */
export function fieldErrors(error: unknown, ...paths: readonly string[]): FieldErrors {
  if (!(error instanceof ApiError) || error.problems.length === 0) return { of: () => undefined, rest: error }
  const isOf = (path: string, place: string) => place === path || place.startsWith(`${path}[`)
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

/** What was typed where a whole number is wanted; what is none goes as text, and the emulator says what is wrong. */
export function wholeNumber(typed: string): number | string {
  const text = typed.trim().replaceAll(/[,_ ]/g, '')
  return /^\d+$/.test(text) ? Number(text) : typed
}
