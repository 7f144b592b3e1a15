import { isRecord } from '../core/objects.js'
import type { ServiceParts } from '../domain/parts.js'
import type { ContentsOf } from '../domain/state.js'
import { pointer, type View, type WorldPart } from '../domain/view.js'
import type { OwnContents } from './contents.js'

/** The parts of the state that a diff can refer to, as paths into its JSON. */
export function ownParts(name: string, contents: ContentsOf<OwnContents>): ServiceParts {
  const stateIn = ({ state, clock }: View) => state.of(contents).shownAt(clock.now)
  const placeOf = (path: readonly string[]): WorldPart => ({
    path: pointer('services', name, ...path),
    read: (view) => valueAt(stateIn(view), path),
  })
  return {
    settings: () => [],
    records: (before, after) => differing(stateIn(before), stateIn(after), []).map(placeOf),
  }
}

/** Objects are compared member by member, but lists as a whole. */
function differing(one: unknown, other: unknown, path: readonly string[]): (readonly string[])[] {
  if (one === other) return []
  if (!isRecord(one) || !isRecord(other)) return [path]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) => differing(one[name], other[name], [...path, name]))
}

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  return isRecord(value) ? valueAt(value[name], rest) : undefined
}
