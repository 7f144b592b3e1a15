/** A request to the services, as it is to be sent. */
export interface ToSend {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}
