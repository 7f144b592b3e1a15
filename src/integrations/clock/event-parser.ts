/** An event of a stream of Server-Sent Events. */
export interface StreamedEvent {
  readonly name: string
  readonly data: string
}

/** Reads Server-Sent Events, as an emulator writes them, out of the pieces of a stream. */
export class EventParser {
  #text = ''

  /** @returns the events that this piece completes */
  read(piece: string): StreamedEvent[] {
    const blocks = (this.#text + piece).split('\n\n')
    this.#text = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const [, name = '', data = ''] = /^event: (.*)\n(?:id: .*\n)?data: (.*)$/.exec(block) ?? []
      return name === '' ? [] : [{ name, data }]
    })
  }
}
