/** Something that the code of a service did wrong. The message says what, and needs no place in its file. */
export class ServiceMistake extends Error {}

/** Checks for a promise of any library. Nobody waits for it, and a rejection without a handler would end the process. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'object' || value === null || !('then' in value)) return false
  if (typeof value.then !== 'function') return false
  value.then(undefined, () => {})
  return true
}
