/** A value by its JSON text, which is written as it is where JSON is made; anything else may take it for the value. */
export class RawJson {
  /** @param text valid JSON, without insignificant white space */
  constructor(readonly text: string) {}

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}
