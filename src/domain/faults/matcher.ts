import type { FaultMatch, FaultSubject } from './fault.js'
import { compileGlob } from './glob.js'

/** Returns the check whether a fault is for a call. Compiles its globs once, since every call is checked. */
export function matcherOf(match: FaultMatch): (subject: FaultSubject) => boolean {
  const operation = match.operation === undefined ? undefined : compileGlob(match.operation)
  const path = match.path === undefined ? undefined : compileGlob(match.path)
  const method = match.method?.toUpperCase()
  const headers = Object.entries(match.header ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  return (subject) =>
    (operation === undefined || (subject.operation !== null && operation(subject.operation))) &&
    (method === undefined || method === subject.method) &&
    (path === undefined || path(subject.path)) &&
    (match.namespace === undefined || match.namespace === subject.namespace) &&
    (match.store === undefined || match.store === subject.store) &&
    (match.key === undefined || match.key === subject.key) &&
    (match.credential === undefined || match.credential === subject.credential) &&
    headers.every(([name, value]) => subject.header(name) === value)
}
