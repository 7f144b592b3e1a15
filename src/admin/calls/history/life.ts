import {
  anything,
  component,
  described,
  list,
  milliseconds,
  object,
  oneOf,
  parameter,
  type Schema,
  text,
  typed,
} from '../../../contract/json-schema.js'
import { formatInstant, LAST_INSTANT_MS } from '../../../core/instants.js'
import { shorten } from '../../../core/shorten.js'
import { LIFE_KINDS, type LifeEvent, lifeOf, type Subject } from '../../../history/life.js'
import type { Past } from '../../../history/replay.js'
import type { PlacedKind } from '../../../services/places.js'
import { replyingCall } from '../../call.js'
import { limitReader, readParameters, word } from '../../query.js'
import type { Tag } from '../../tags.js'

/**
 * Something that happened to an entry or record, or that will.
 *
 * @example
 * const events = await emulator.namespaces.entries.history('ns_shop_k3v9x2', 'flag:checkout')
 */
export interface LifeEventInfo extends LifeEvent {
  /** `at` as ISO 8601; left out beyond the year 9999. */
  readonly atIso?: string
}

const event: Schema<LifeEventInfo> = component(
  'LifeEvent',
  object(
    {
      kind: oneOf(...LIFE_KINDS),
      at: milliseconds,
      by: described('The command, "expiry", or "start" for what was there when the log begins.', text),
    },
    { atIso: text, credential: text, value: anything },
  ),
)

const EXAMPLE: LifeEventInfo = {
  kind: 'read',
  at: Date.UTC(2026, 0, 31, 23, 59),
  atIso: '2026-01-31T23:59:00.000Z',
  by: 'r41',
  credential: 'kv_read_demo',
}

const answer = {
  schema: object({ events: list(event) }),
  example: { events: [EXAMPLE] },
}

const query = {
  kind: parameter('Only changes of this kind.', oneOf(...LIFE_KINDS), 'deleted'),
  limit: parameter('How many, the last ones.', typed<number>({ type: 'integer', minimum: 1 }), 10),
  format: parameter('A line an event, or JSON.', oneOf('json', 'text'), 'json'),
}

const readers = { kind: word(...LIFE_KINDS), limit: limitReader, format: word('json', 'text') }

/** The call on the life of an entry or record. */
export const lifeCall = ({ base, named, tag, kind }: LifeCall) =>
  replyingCall({
    method: 'GET',
    path: `${base}/:${named}/history`,
    help: `Who wrote, read, missed or deleted it, as far as the log goes back${kind.expiry === undefined ? '' : ', and when it expires'}, oldest first; kind=deleted, limit=10 (the last of them), format=text for people`,
    tag,
    query,
    answer,
    handle({ past, params: { id = '', key }, query: given }) {
      const subject = key === undefined ? { kind, of: '', id } : { kind, of: id, id: key }
      return lifeReply(past, subject, given)
    },
  })

/** A kind of record, and the address of its list. */
interface LifeCall {
  readonly base: `/${string}`
  /** The parameter that names a record. */
  readonly named: 'key' | 'id'
  readonly tag: Tag
  readonly kind: PlacedKind<object>
}

async function lifeReply(past: Past, subject: Subject, given: Parameters<typeof readParameters>[0]) {
  const { kind, limit, format = 'json' } = readParameters(given, readers)
  const life = (await lifeOf(past, subject)).filter((one) => kind === undefined || one.kind === kind)
  const events = limit === undefined ? life : life.slice(-limit)
  return format === 'text'
    ? { status: 200, type: 'text/plain; charset=utf-8', body: events.map(lifeLine).join('') }
    : {
        status: 200,
        type: 'application/json',
        body: `${JSON.stringify({ events: events.map(eventInfo) })}\n`,
      }
}

const eventInfo = (one: LifeEvent): LifeEventInfo =>
  one.at > LAST_INSTANT_MS ? one : { ...one, atIso: formatInstant(one.at) }

/** An event as a line for people. */
function lifeLine({ at, kind, by, credential, value }: LifeEvent): string {
  const who = credential === undefined ? by : `${by}, ${credential}`
  const what = value === undefined ? '' : `  ${shorten(JSON.stringify(value), VALUE_SHOWN)}`
  return `${at > LAST_INSTANT_MS ? at : formatInstant(at)}  ${kind}${what}  (${who})\n`
}

/** Characters of a value in a line. */
const VALUE_SHOWN = 120
