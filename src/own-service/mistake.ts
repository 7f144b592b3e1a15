/** Thrown if a service's code breaks a rule. The message is clear enough without a line number. */
export class ServiceMistake extends Error {}

/** Checks for a promise or thenable. Also handles its rejection, which would otherwise end the process. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'object' || value === null || !('then' in value)) return false
  if (typeof value.then !== 'function') return false
  value.then(undefined, () => {})
  return true
}
