/** Returns the values of a profile by the path of their option, e.g. `kv.putStatus`. */
export function optionsOf(section: object, path = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const [name, value] of Object.entries(section)) {
    if (typeof value !== 'object' || value === null) found.set(path + name, value)
    else for (const [option, inner] of optionsOf(value, `${path}${name}.`)) found.set(option, inner)
  }
  return found
}
