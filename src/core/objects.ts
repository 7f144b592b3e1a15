/** Excludes arrays. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

/** Includes arrays. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Sets a field, even if it's called `__proto__`. */
export function setField(data: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(data, name, { value, enumerable: true, configurable: true, writable: true })
  } else {
    data[name] = value
  }
}

/** Returns undefined if the path ends early. */
export function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => (isObject(value) ? Reflect.get(value, step) : undefined), root)
}

export function withoutUndefined<T extends object>(
  fields: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [Name in keyof T]?: Exclude<T[Name], undefined> }
}

/**
 * Converts anything that was thrown or returned by someone else's code to text, even an object without a prototype or
 * with a getter that throws.
 */
export function textOfAny(value: unknown): string {
  try {
    if (!isObject(value) || value instanceof Error) return String(value)
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'something that has no text'
  }
}
