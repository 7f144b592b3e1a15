/** A request to the services, as it is to be sent. */
export interface ToSend {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** What came of it. */
export interface SentResult {
  /** undefined if no answer came. */
  readonly status: number | undefined
  /** Its id in the journal; undefined if another came in between. */
  readonly id: string | undefined
}
