/** Reads a single member of W3C Baggage headers. */
export class BaggageMember {
  readonly #pattern: RegExp

  /** @param name must consist of letters, digits and hyphens */
  constructor(readonly name: string) {
    this.#pattern = new RegExp(`(?:^|,)[ \\t]*${name}[ \\t]*=([^,;]*)`, 'g')
  }

  /** Returns all of the member's values, decoded. Malformed ones are returned as written. */
  in(header: string): readonly string[] {
    // Keeps this linear in the header's length.
    if (!header.includes(this.name)) return []
    return Array.from(header.matchAll(this.#pattern), ([, value = '']) => decoded(value.trim()))
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
