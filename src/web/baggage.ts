/** Reads one member of W3C Baggage headers; members of other names are left to their senders. */
export class BaggageMember {
  readonly #pattern: RegExp

  /** @param name of letters, digits and hyphens */
  constructor(readonly name: string) {
    this.#pattern = new RegExp(`(?:^|,)[ \\t]*${name}[ \\t]*=([^,;]*)`, 'g')
  }

  /** All values that a header has for it, decoded; one that is not well formed is taken as it is written. */
  in(header: string): readonly string[] {
    // It takes time linear in the length of the header.
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
