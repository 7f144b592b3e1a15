import { NO_EMULATOR } from '../../client/admin-client.js'

/** An event of a stream of Server-Sent Events. */
export interface StreamedEvent {
  readonly name: string
  readonly data: string
}

/** Far more than an event on the clock takes. */
const EVENT_LENGTH_MAX = 64 * 1024

/** Reads Server-Sent Events, as an emulator writes them, out of the pieces of a stream. */
export class EventParser {
  #text = ''

  /**
   * @returns the events that this piece completes
   * @throws Error if an event goes on without end
   */
  read(piece: string): StreamedEvent[] {
    const blocks = (this.#text + piece).split('\n\n')
    this.#text = blocks.pop() ?? ''
    if (this.#text.length > EVENT_LENGTH_MAX) throw new Error(NO_EMULATOR.message)
    return blocks.flatMap((block) => {
      const [, name = '', data = ''] = /^event: (.*)\n(?:id: .*\n)?data: (.*)$/.exec(block) ?? []
      return name === '' ? [] : [{ name, data }]
    })
  }
}
