import type { Complaint } from '../../core/expected.js'
import { didYouMean } from '../../core/expected.js'
import { nearestOfMany } from '../../core/nearest.js'
import type { WorldOperation, WorldService } from '../service.js'
import type { State } from '../state.js'
import type { FaultMatch } from './fault.js'
import { compileGlob } from './glob.js'

type Target = Omit<FaultMatch, 'header'>

/**
 * Explains why a fault with this match never fires, or only fires for requests without an operation. Doesn't complain
 * about a method that no operation uses, since that may be intended.
 *
 * @param states where to look for its namespace or store
 */
export function whyNeverFires(
  match: Target,
  services: readonly WorldService[],
  states: readonly State[],
): Complaint | undefined {
  const operations = services.flatMap((service) => service.operations)
  const { operation, namespace, store, key, path = '**' } = match
  const isOfOperations = [operation, namespace, store, key].some((name) => name !== undefined)
  if (!isPossible(isOfOperations ? match : { path }, operations)) {
    const below = `${path.replace(/\/+$/, '')}/**`
    const message = isOfOperations
      ? 'this fault never fires: no operation matches all of this'
      : 'no operation has this path, so the fault only fires for other requests'
    const meant = isPossible({ ...match, path: below }, operations) ? `path: ${below}` : undefined
    return { message, hint: didYouMean(meant) }
  }
  return missing('namespace', namespace, services, states) ?? missing('store', store, services, states)
}

function missing(
  holder: 'namespace' | 'store',
  id: string | undefined,
  services: readonly WorldService[],
  states: readonly State[],
): Complaint | undefined {
  if (id === undefined) return undefined
  const held = services
    .filter((service) => service.holder === holder)
    .flatMap(({ contents }) => states.flatMap((state) => state.of(contents).resources ?? []))
  if (held.some((resources) => resources.has(id))) return undefined
  const ids = held.flatMap((resources) => nearestOfMany(id, resources.all.values(), (one) => one.id) ?? [])
  return { message: `there is no ${holder} ${id}`, hint: didYouMean(ids[0]) }
}

function isPossible(
  { operation = '*', method, path = '**', namespace, store, key }: Target,
  operations: readonly WorldOperation[],
): boolean {
  const isMeant = compileGlob(operation)
  const glob = path.split('/').filter((segment, index, all) => segment !== '**' || all[index - 1] !== '**')
  const names = Object.entries({ '{namespaceId}': namespace, '{storeId}': store, '{key}': key })
  return operations.some((one) => {
    const segments = one.path.split('/')
    return (
      isMeant(one.id) &&
      (method === undefined || method.toUpperCase() === one.method) &&
      names.every(([name, value]) => value === undefined || segments.includes(name)) &&
      fits(glob, segments)
    )
  })
}

/** A path's `{name}` segment matches anything. */
function fits([glob, ...globs]: readonly string[], path: readonly string[]): boolean {
  const [segment, ...segments] = path
  if (glob === undefined) return segment === undefined
  if (glob === '**') return fits(globs, path) || (segment !== undefined && fits([glob, ...globs], segments))
  return (
    segment !== undefined && (segment.startsWith('{') || compileGlob(glob)(segment)) && fits(globs, segments)
  )
}
