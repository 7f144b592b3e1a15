/** The message is clear enough without a line number. */
export class ServiceMistake extends Error {}

/** Also true for a thenable. Handles its rejection, which would otherwise end the process. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'object' || value === null || !('then' in value)) return false
  if (typeof value.then !== 'function') return false
  value.then(undefined, () => {})
  return true
}
