/** Whether this is a mapping: an object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Sets a field even if it is called __proto__. */
export function setField(data: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(data, name, { value, enumerable: true, configurable: true, writable: true })
  } else {
    data[name] = value
  }
}
