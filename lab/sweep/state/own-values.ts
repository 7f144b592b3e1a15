/** The ids that services of one's own draw with `id(prefix)`: a retry that is right draws others. */
const DRAWN = /_[a-z0-9]{12}(?![a-z0-9])/g

/** The values in the state of a service of one's own, each with its path. Lists have no order. */
export function ownValues(
  state: unknown,
  path: readonly string[] = [],
): (readonly [path: string, value: unknown])[] {
  if (typeof state !== 'object' || state === null)
    return [[withoutIds(path.join('.')), typeof state === 'string' ? withoutIds(state) : state]]
  if (Array.isArray(state)) return state.flatMap((member) => ownValues(member, [...path, '[]']))
  return Object.entries(state).flatMap(([name, member]) => ownValues(member, [...path, name]))
}

/** A text in which any two drawn ids are the same. */
export const withoutIds = (text: string): string => text.replace(DRAWN, '_(id)')
