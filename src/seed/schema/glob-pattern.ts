/**
 * The regular expression of all globs that match one of these names, each of a service and a kind ("kv.put"): for
 * editors, which know expressions and no globs. It agrees with `compileGlob` for names that are one segment.
 */
export function globPatternOf(names: readonly string[]): string {
  const kinds = new Map<string, string[]>()
  for (const name of names) {
    const [service = '', kind = ''] = name.split('.')
    kinds.set(service, [...(kinds.get(service) ?? []), kind])
  }
  const either = [...kinds].map(
    ([service, own]) => `${globsOf(`${service}.`)}(?:${own.map(globsOf).join('|')})`,
  )
  // "**" between slashes matches any number of segments, none included.
  return `^(?:\\*\\*/)*(?:${either.join('|')})\\**(?:/\\*\\*)*$`
}

/**
 * Each character is there, perhaps after stars, or is matched by stars: here, or where they just were. Stars are
 * taken all at once, so that nothing is tried twice for them.
 */
const globsOf = (text: string): string =>
  [...text]
    .map((one) => one.replace('.', '\\.'))
    .map((one) => `(?:\\*+(?!\\*)${one}?|${one}|(?<=\\*))`)
    .join('')
