export type Told = readonly [event: string, data: unknown]

/** Reads Server-Sent Events one at a time. */
export class EventReader {
  #text = ''
  readonly #reader: ReadableStreamDefaultReader<string>

  private constructor(
    readonly response: Response,
    stream: ReadableStream<string>,
  ) {
    this.#reader = stream.getReader()
  }

  /** Opens a stream. Once this resolves, you'll receive every event that's sent. */
  static async open(url: string, init: RequestInit = {}): Promise<EventReader> {
    const response = await fetch(url, init)
    if (response.body === null) throw new Error(`${url} answered ${response.status} without a body`)
    const events = new EventReader(response, response.body.pipeThrough(new TextDecoderStream()))
    await events.#block()
    return events
  }

  /** Returns the next event, or undefined if the stream has ended. */
  async next(): Promise<Told | undefined> {
    const block = await this.#block()
    return block === undefined ? undefined : told(block)
  }

  async take(count: number): Promise<Told[]> {
    const taken: Told[] = []
    while (taken.length < count) {
      const event = await this.next()
      if (event === undefined) throw new Error(`the stream ended after ${JSON.stringify(taken)}`)
      taken.push(event)
    }
    return taken
  }

  close(): Promise<void> {
    return this.#reader.cancel()
  }

  async #block(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        return block
      }
      const { value, done } = await this.#reader.read()
      if (done) return undefined
      this.#text += value
    }
  }
}

/** Returns the event ids in a stream's text. */
export const idsIn = (text: string): string[] => [...text.matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id)

/** Returns the events in a stream's text. */
export const eventsIn = (text: string): Told[] =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map(told)

function told(block: string): Told {
  const [, event = '', data = ''] = /^event: (.*)\n(?:id: .*\n)?data: (.*)$/.exec(block) ?? []
  return [event, JSON.parse(data)]
}
