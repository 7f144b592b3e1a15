import { formatInstant, LAST_INSTANT_MS } from '../../../core/instants.js'
import {
  configSubject,
  entrySubject,
  type LifeEvent,
  lifeOf,
  recordSubject,
  type Subject,
} from '../../../history/life.js'
import { call } from '../../call.js'
import {
  anything,
  component,
  described,
  list,
  milliseconds,
  object,
  oneOf,
  type Schema,
  text,
} from '../../schema.js'
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
      kind: oneOf('written', 'read', 'missed', 'deleted', 'expired', 'expires'),
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

/** The calls on the lives of entries and records. */
export const lifeCalls = [
  lifeOfEntry('/namespaces/:id/entries/:key/history', 'Namespaces', entrySubject),
  lifeOfEntry('/stores/:id/entries/:key/history', 'Stores', configSubject),
  lifeOfRecord('/documents/:id/history', 'documents'),
  lifeOfRecord('/projects/:id/history', 'projects'),
]

function lifeOfEntry(
  path: `/${'namespaces' | 'stores'}/:id/entries/:key/history`,
  tag: Tag,
  subjectOf: (id: string, key: string) => Subject,
) {
  return call({
    method: 'GET',
    path,
    help: 'Who wrote, read, missed or deleted the entry, as far as the log goes back, and when it expires',
    tag,
    answer,
    handle: async ({ past, params: { id, key } }) => ({ events: await eventsOf(past, subjectOf(id, key)) }),
  })
}

function lifeOfRecord(path: `/${'documents' | 'projects'}/:id/history`, name: 'documents' | 'projects') {
  return call({
    method: 'GET',
    path,
    help: 'Who wrote, read, missed or deleted it, as far as the log goes back',
    tag: 'Database',
    answer,
    handle: async ({ past, params: { id } }) => ({ events: await eventsOf(past, recordSubject(name, id)) }),
  })
}

async function eventsOf(past: Parameters<typeof lifeOf>[0], subject: Subject): Promise<LifeEventInfo[]> {
  const events = await lifeOf(past, subject)
  return events.map((one) => (one.at > LAST_INSTANT_MS ? one : { ...one, atIso: formatInstant(one.at) }))
}
