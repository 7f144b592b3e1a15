import { setImmediate } from 'node:timers'
import type { RequestRecord } from '../../api/record.js'
import { Refusal } from '../../core/refusal.js'
import type { Listener, WorldEvent } from '../../domain/events.js'
import type { World } from '../../domain/world.js'
import type { AdminRoute, AnswerStream } from '../call.js'
import { shownClock } from './clock.js'
import { shownFault } from './faults.js'
import { summary } from './requests.js'

type Type = WorldEvent<RequestRecord>['type']

/** What each event tells: the one place that lists them. */
const DATA: { readonly [T in Type]: (event: Extract<WorldEvent<RequestRecord>, { type: T }>) => object } = {
  request: ({ entry }) => summary(entry),
  clock: ({ clock }) => shownClock(clock),
  fault: ({ change, fault }) => ({ change, fault: shownFault(fault) }),
  reset: ({ cause }) => ({ cause }),
}

const TYPES = Object.keys(DATA) as Type[]

/** Characters that wait for a listener that does not read; what comes on top is dropped, and counted. */
const PENDING_MAX = 1024 * 1024

/** How long an EventSource waits before it connects again, in ms. */
const RETRY_MS = 1000

export const eventRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/events',
    help: 'Server-Sent Events as things happen: request (as the journal lists it), clock, fault (added, changed, removed, fired), reset; ?types=request,clock asks for those only. "dropped" counts what a slow reader missed',
    handle({ context, query }) {
      const types = readTypes(query)
      return {
        status: 200,
        type: 'text/event-stream',
        stream: (out) => streamEvents(context.world, types, out),
      }
    },
  },
]

/** Writes the events of a world from now on, until the reader or the world is gone. */
function streamEvents(world: World<RequestRecord>, types: ReadonlySet<Type>, out: AnswerStream): void {
  // Also what tells the reader at once that it is being told.
  out.write(`retry: ${RETRY_MS}\n\n`)
  const stop = world.events.listen(new EventStream(types, out))
  out.once('close', stop)
}

/**
 * One reader's stream: what happens in one turn of the event loop is written at once, and only while the reader takes
 * it. Events become text as they happen, so that one who stops reading holds no bodies of the journal.
 */
class EventStream implements Listener<RequestRecord> {
  #pending: string[] = []
  #length = 0
  #dropped = 0
  #isDue = false
  #isFull = false

  constructor(
    private readonly types: ReadonlySet<Type>,
    private readonly out: AnswerStream,
  ) {}

  hear(event: WorldEvent<RequestRecord>): void {
    if (!this.types.has(event.type)) return
    this.#keep(event)
    if (this.#isDue || this.#isFull) return
    this.#isDue = true
    setImmediate(() => this.#flush())
  }

  end(): void {
    this.#flush()
    this.out.end()
  }

  /** Once one is dropped so are those behind it: what was missed is missed in one place. */
  #keep(event: WorldEvent<RequestRecord>): void {
    const text = this.#dropped > 0 ? '' : eventText(event.type, dataOf(event))
    if (this.#dropped > 0 || this.#length + text.length > PENDING_MAX) {
      this.#dropped++
      return
    }
    this.#pending.push(text)
    this.#length += text.length
  }

  #flush(): void {
    this.#isDue = false
    if (this.#pending.length === 0 && this.#dropped === 0) return
    if (this.#dropped > 0) this.#pending.push(eventText('dropped', { dropped: this.#dropped }))
    const text = this.#pending.join('')
    this.#pending = []
    this.#length = 0
    this.#dropped = 0
    if (this.out.write(text)) return
    this.#isFull = true
    this.out.once('drain', () => {
      this.#isFull = false
      this.#flush()
    })
  }
}

/** The table has a row for every type, which the compiler cannot tie to the event at hand. */
const dataOf = (event: WorldEvent<RequestRecord>): object =>
  (DATA[event.type] as (event: object) => object)(event)

const eventText = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`

/** @throws Refusal invalid_request for a type or a parameter that there is not */
function readTypes(query: URLSearchParams): ReadonlySet<Type> {
  const hint = `?types= takes ${TYPES.join(', ')}, separated by commas; without it all are told`
  const unknown = [...query.keys()].find((name) => name !== 'types')
  if (unknown !== undefined) {
    throw new Refusal('invalid_request', `${unknown}: there is no such parameter`, { hint })
  }
  const names = query.getAll('types').flatMap((list) => list.split(','))
  const wrong = names.find((name) => !isType(name))
  if (wrong !== undefined) {
    throw new Refusal('invalid_request', `types: there is no event ${JSON.stringify(wrong)}`, { hint })
  }
  return new Set(names.length === 0 ? TYPES : names.filter(isType))
}

const isType = (name: string): name is Type => Object.hasOwn(DATA, name)
