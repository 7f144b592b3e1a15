export class BaggageMember {
  readonly #pattern: RegExp

  /** @param name letters, digits and hyphens */
  constructor(readonly name: string) {
    this.#pattern = new RegExp(`(?:^|,)[ \\t]*${name}[ \\t]*=([^,;]*)`, 'g')
  }

  /** Returns decoded values, and malformed ones as they were sent. */
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
