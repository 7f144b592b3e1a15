/** Whether this is a mapping: an object that is not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

/** Whether this is an object or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Sets a field even if it is called __proto__. */
export function setField(data: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(data, name, { value, enumerable: true, configurable: true, writable: true })
  } else {
    data[name] = value
  }
}

/** The value at a path of names and positions; undefined if the path ends early. */
export function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => (isObject(value) ? Reflect.get(value, step) : undefined), root)
}

/** The fields that are not undefined. */
export function withoutUndefined<T extends object>(
  fields: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [Name in keyof T]?: Exclude<T[Name], undefined> }
}

/**
 * What code of others threw or made, as text. It may be anything: an object without a prototype, or one that
 * itself throws when it is looked at.
 */
export function textOfAny(value: unknown): string {
  try {
    if (!isObject(value) || value instanceof Error) return String(value)
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'something that has no text'
  }
}
