import { setImmediate } from 'node:timers'
import { text } from '../../contract/answer-schema.js'
import type { EventPosition, Listener, NumberedEvent, Replay, WorldEvent } from '../../domain/events.js'
import type { WorldContext } from '../../worlds/context.js'
import { type AnswerStream, call, OwnReply } from '../call.js'
import { parameter, wordsOf } from '../query.js'
import { summaryToJson } from '../request-json.js'
import { clockToJson } from './clock.js'
import { faultToJson } from './faults/faults.js'

type Type = WorldEvent['type']

/** The data of each type of event. This is the only list of types. */
const DATA: { readonly [T in Type]: (event: Extract<WorldEvent, { type: T }>) => object } = {
  request: ({ entry }) => summaryToJson(entry),
  clock: ({ clock }) => clockToJson(clock),
  fault: ({ change, fault }) => ({ change, fault: faultToJson(fault) }),
  reset: ({ cause }) => ({ cause }),
  change: ({ area, id }) => ({ area, ...(id === undefined ? {} : { id }) }),
}

const TYPES = Object.keys(DATA) as Type[]

/** In characters. If a client stops reading, we keep this much for it. Anything beyond that is dropped and counted. */
const PENDING_MAX = 1024 * 1024

/** Tells an EventSource how many ms to wait before it reconnects. */
const RETRY_MS = 1000

/**
 * In real ms. If a stream is silent for too long, readers consider it dead. For the dashboard that's 25 s, and for
 * proxies it's a minute.
 */
const HEARTBEAT_MS = 10_000

/** An SSE comment, which clients ignore. */
const HEARTBEAT = ': ping\n\n'

export const eventCalls = [
  call({
    method: 'GET',
    path: '/events',
    summary: 'Stream Server-Sent Events as things happen',
    details:
      ': request (as the journal lists it), clock, fault (added, changed, removed, fired), reset, change (area and id of what an admin call changed); ?types=request,clock only streams those. "dropped" counts events that a slow client missed. With Last-Event-ID, you first get the events after that one',
    tag: 'Requests',
    query: {
      types: {
        ...parameter(
          `Names of events (${TYPES.join(', ')}), separated by commas. Defaults to all of them.`,
          wordsOf(TYPES),
          'request,clock',
        ),
        isList: true,
      },
    },
    answer: {
      type: 'text/event-stream',
      schema: text,
      example:
        'event: clock\nid: mi3k-1\ndata: {"now":0,"iso":"1970-01-01T00:00:00.000Z","mode":"frozen","rate":1}\n\n',
    },
    handle: ({ context, query: { types = TYPES }, lastEventId }) =>
      new OwnReply({
        status: 200,
        type: 'text/event-stream',
        stream: (out) =>
          streamEvents(context, { types: new Set(types), after: positionIn(lastEventId) }, out),
      }),
  }),
]

interface EventQuery {
  readonly types: ReadonlySet<Type>
  /** If set, the client first gets the events that came after this one. */
  readonly after: EventPosition | undefined
}

/** Streams a world's events until the client leaves or the world is removed. */
function streamEvents({ world, every }: WorldContext, { types, after }: EventQuery, out: AnswerStream): void {
  // Send something immediately, so that the client can see that the stream is open.
  out.write(`retry: ${RETRY_MS}\n\n`)
  const stream = new EventStream(types, out)
  if (after !== undefined) stream.repeat(world.events.after(after))
  const stopBeating = every(HEARTBEAT_MS, () => stream.beat())
  const stopListening = world.events.listen(stream)
  out.once('close', () => {
    stopBeating()
    stopListening()
  })
}

const idOf = ({ run, number }: EventPosition): string => `${run}-${number}`

/** Returns undefined if the id belongs to another stream. */
function positionIn(id: string): EventPosition | undefined {
  const [, run, number] = /^([^-]+)-(\d{1,15})$/.exec(id) ?? []
  return run === undefined ? undefined : { run, number: Number(number) }
}

/**
 * A client's stream. Events from one turn of the event loop are written together, and only while the client keeps
 * reading. We convert events to text right away, so a client that stops reading doesn't keep the journal's bodies in
 * memory.
 */
class EventStream implements Listener {
  #pending: string[] = []
  #length = 0
  #dropped = 0
  #isDue = false
  #isFull = false

  constructor(
    private readonly types: ReadonlySet<Type>,
    private readonly out: AnswerStream,
  ) {}

  /** Sends what the client missed while it was away, after saying how many events we no longer have. */
  repeat({ events, lost }: Replay): void {
    if (lost > 0) this.#pending.push(eventText('dropped', { dropped: lost }))
    for (const placed of events) if (this.types.has(placed.event.type)) this.#keep(placed)
    this.#flush()
  }

  beat(): void {
    if (this.#isFull || this.#isDue) return
    if (!this.out.write(HEARTBEAT)) this.#waitForDrain()
  }

  hear(placed: NumberedEvent): void {
    if (!this.types.has(placed.event.type)) return
    this.#keep(placed)
    if (this.#isDue || this.#isFull) return
    this.#isDue = true
    setImmediate(() => this.#flush())
  }

  end(): void {
    this.#flush()
    this.out.end()
  }

  /** Once an event is dropped, so are all later ones until the next write, so that there's only one gap. */
  #keep(placed: NumberedEvent): void {
    const block = this.#dropped > 0 ? '' : textOf(placed)
    const isFull = this.#dropped > 0 || this.#length + block.length > PENDING_MAX
    if (isFull) {
      this.#dropped++
      return
    }
    this.#pending.push(block)
    this.#length += block.length
  }

  #flush(): void {
    this.#isDue = false
    if (this.#pending.length === 0 && this.#dropped === 0) return
    if (this.#dropped > 0) this.#pending.push(eventText('dropped', { dropped: this.#dropped }))
    const blocks = this.#pending.join('')
    this.#pending = []
    this.#length = 0
    this.#dropped = 0
    if (!this.out.write(blocks)) this.#waitForDrain()
  }

  #waitForDrain(): void {
    this.#isFull = true
    this.out.once('drain', () => {
      this.#isFull = false
      this.#flush()
    })
  }
}

const textOf = ({ event, position }: NumberedEvent): string =>
  eventText(event.type, dataOf(event), idOf(position))

/** There's an entry for every type, but the compiler can't match it to this event. */
const dataOf = (event: WorldEvent): object => (DATA[event.type] as (event: object) => object)(event)

const eventText = (type: string, data: object, id?: string): string =>
  `event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
