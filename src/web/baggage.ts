/** Reads one member of W3C Baggage headers and ignores all others. */
export class BaggageMember {
  readonly #pattern: RegExp

  /** @param name of letters, digits and hyphens */
  constructor(readonly name: string) {
    this.#pattern = new RegExp(`(?:^|,)[ \\t]*${name}[ \\t]*=([^,;]*)`, 'g')
  }

  /** Returns all decoded values of the member; malformed ones are returned as written. */
  in(header: string): readonly string[] {
    // Runs in linear time.
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
