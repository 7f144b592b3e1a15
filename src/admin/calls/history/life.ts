import * as v from 'valibot'
import { formatInstant, LAST_INSTANT_MS } from '../../../core/instants.js'
import { shorten } from '../../../core/shorten.js'
import type { ViewedKind } from '../../../domain/parts.js'
import { LIFE_KINDS, type LifeEvent, type LifeEventInfo, lifeEvent, lifeOf } from '../../../history/life.js'
import { call, OwnReply } from '../../call.js'
import { limit, parameter, word } from '../../query.js'
import type { Tag } from '../../tags.js'

export type { LifeEventInfo }

const EXAMPLE: LifeEventInfo = {
  kind: 'read',
  at: Date.UTC(2026, 0, 31, 23, 59),
  atIso: '2026-01-31T23:59:00.000Z',
  by: 'r41',
  credential: 'kv_read_demo',
}

export const lifeCall = ({ base, named, tag, kind }: LifeCall) =>
  call({
    method: 'GET',
    path: `${base}/:${named}/history`,
    summary: `List who wrote, read, missed or deleted it, as far back as the log goes${kind.expiry === undefined ? '' : ', and when it expires'}, oldest first`,
    details: `; kind=deleted, limit=10 (the latest), format=text for plain text`,
    tag,
    query: {
      kind: parameter('Only changes of this kind.', word(...LIFE_KINDS), 'deleted'),
      limit: parameter('The maximum number of changes to return. You get the latest ones.', limit(), 10),
      format: parameter('Returns JSON, or a line of text per event.', word('json', 'text'), 'json'),
    },
    answer: { schema: v.object({ events: v.array(lifeEvent) }), example: { events: [EXAMPLE] } },
    async handle({ past, params: { id = '', key }, query }) {
      const subject = key === undefined ? { kind, of: '', id } : { kind, of: id, id: key }
      const life = await lifeOf(past, subject)
      const wanted = life.filter((one) => query.kind === undefined || one.kind === query.kind)
      const events = query.limit === undefined ? wanted : wanted.slice(-query.limit)
      return query.format === 'text'
        ? OwnReply.text(events.map(lifeLine).join(''))
        : { events: events.map(eventInfo) }
    },
  })

interface LifeCall {
  readonly base: `/${string}`
  /** The path parameter that identifies a record. */
  readonly named: 'key' | 'id'
  readonly tag: Tag
  readonly kind: ViewedKind<object>
}

const eventInfo = (one: LifeEvent): LifeEventInfo =>
  one.at > LAST_INSTANT_MS ? one : { ...one, atIso: formatInstant(one.at) }

function lifeLine({ at, kind, by, credential, value }: LifeEvent): string {
  const who = credential === undefined ? by : `${by}, ${credential}`
  const what = value === undefined ? '' : `  ${shorten(JSON.stringify(value), VALUE_SHOWN)}`
  return `${at > LAST_INSTANT_MS ? at : formatInstant(at)}  ${kind}${what}  (${who})\n`
}

/** In characters. A line shows no more than this of a value. */
const VALUE_SHOWN = 120
