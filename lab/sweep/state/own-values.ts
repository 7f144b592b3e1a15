/** Matches ids from `id(prefix)` in users' own services. They differ even after a correct retry. */
const DRAWN = /_[a-z0-9]{12}(?![a-z0-9])/g

/** Returns the values in the state of a user's own service, and their paths. Lists are treated as unordered. */
export function ownValues(
  state: unknown,
  path: readonly string[] = [],
): (readonly [path: string, value: unknown])[] {
  if (typeof state !== 'object' || state === null)
    return [[withoutIds(path.join('.')), typeof state === 'string' ? withoutIds(state) : state]]
  if (Array.isArray(state)) return state.flatMap((member) => ownValues(member, [...path, '[]']))
  return Object.entries(state).flatMap(([name, member]) => ownValues(member, [...path, name]))
}

export const withoutIds = (text: string): string => text.replace(DRAWN, '_(id)')
