/** What the last request sent. Clients repeat themselves: what is equal is kept once for all exchanges of the journal. */
export const lastRequest = {
  credential: null as string | null,
  target: null as string | null,
  rawHeaders: [] as readonly string[],

  text<Text extends string | null>(name: 'credential' | 'target', text: Text): Text {
    if (this[name] !== text) this[name] = text
    return this[name] as Text
  },

  headers(headers: readonly string[]): readonly string[] {
    const areEqual =
      headers.length === this.rawHeaders.length &&
      headers.every((text, index) => text === this.rawHeaders[index])
    if (!areEqual) this.rawHeaders = headers
    return this.rawHeaders
  },
}
