import { nearest } from '../../core/nearest.js'

/** Globs that users are likely to mean: one operation, all of a service's operations, or one verb in all services. */
export const globsOver = (ids: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...ids,
    ...ids.map((id) => id.replace(/\..*/, '.*')),
    ...ids.map((id) => id.replace(/.*\./, '*.')),
  ])

/** Words that people use for our verbs. */
const VERBS: Readonly<Record<string, string>> = {
  read: 'get',
  fetch: 'get',
  set: 'put',
  write: 'put',
  update: 'put',
  add: 'create',
  post: 'create',
  remove: 'delete',
}

/** Finds `kv.get` for `kv.read`, and `*.get` for `get`. */
export function meantOperation(given: string, ids: readonly string[]): string | undefined {
  const globs = globsOver(ids)
  const dot = given.lastIndexOf('.') + 1
  const verb = given.slice(dot).toLowerCase()
  const named = (given.slice(0, dot) || '*.') + (Object.hasOwn(VERBS, verb) ? VERBS[verb] : verb)
  return globs.has(named) ? named : nearest(given, globs)
}
