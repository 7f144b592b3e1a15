/** Maps the path of each option in a profile, e.g. `kv.putStatus`, to its value. */
export function optionsOf(section: object, path = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const [name, value] of Object.entries(section)) {
    if (typeof value !== 'object' || value === null) found.set(path + name, value)
    else for (const [option, inner] of optionsOf(value, `${path}${name}.`)) found.set(option, inner)
  }
  return found
}
