import * as v from 'valibot'
import { anything, component, described, milliseconds, text } from '../contract/answer-schema.js'
import { endOf } from '../domain/command.js'
import { recordPart, type ViewedKind } from '../domain/parts.js'
import type { RequestRecord } from '../domain/requests/record.js'
import { type HeldPart, type PartValue, readPart, type View, viewOf } from '../domain/view.js'
import type { LogMoment } from './point.js'
import { type Past, type ReplayedCommand, walk, worldAt } from './replay.js'

export const LIFE_KINDS = ['written', 'read', 'missed', 'deleted', 'expired', 'expires'] as const

export const lifeEvent = component('LifeEvent', () =>
  v.object({
    kind: v.picklist(LIFE_KINDS),
    at: described('The virtual time, in ms.', milliseconds),
    by: described(
      'The id of the command, "expiry", or "start" for anything that existed when the log began.',
      text,
    ),
    atIso: v.exactOptional(described('`at` as ISO 8601. Not set beyond the year 9999.', text)),
    credential: v.exactOptional(described("The API key as it was sent, or the token's owner claim.", text)),
    value: v.exactOptional(described('The value that was written, in the form that seeds use.', anything)),
  }),
)

export interface LifeEventInfo extends v.InferOutput<typeof lifeEvent> {}

export type LifeEvent = Omit<LifeEventInfo, 'atIso'>

export interface Subject {
  readonly kind: ViewedKind<object>
  /** A namespace or store, or an empty string. */
  readonly of: string
  readonly id: string
}

const NEVER = Number.POSITIVE_INFINITY

/** An entry's or record's events, oldest first, as far back as the log goes. The last may be an expiry yet to come. */
export async function lifeOf(past: Past, subject: Subject): Promise<readonly LifeEvent[]> {
  const { history, clock } = past.context.world
  const first = history.at(history.oldest)
  const from: LogMoment = {
    index: history.oldest,
    at: history.oldest === 0 ? history.startedAt : (first?.at ?? clock.now()),
  }
  const to: LogMoment = { index: history.length, at: clock.now() }
  const life = new Life(subject)
  const begin = viewOf(await worldAt(past, from))
  life.begin(begin)
  await walk(past, { from, to }, (ran) => life.note(ran))
  return life.until(to.at)
}

class Life {
  readonly #events: LifeEvent[] = []
  /** Undefined if it doesn't exist. */
  #reading: PartValue | undefined
  /** `Infinity` if it doesn't exist. */
  #expiresAt = NEVER

  readonly #place: HeldPart

  constructor(private readonly subject: Subject) {
    this.#place = recordPart(subject.kind, subject.of, subject.id)
  }

  begin(begin: View): void {
    this.#look(begin)
    const { value } = this.#reading ?? {}
    if (value !== undefined) this.#events.push({ kind: 'written', at: begin.clock.now, by: 'start', value })
  }

  note({ command, world, record }: ReplayedCommand): void {
    this.#expire(command.at)
    const view = viewOf(world)
    // Something that expired because a command moved the clock is attributed to time, not to the command.
    if (this.#place.held(view) === undefined) this.#expire(endOf(command))
    const before = this.#reading
    this.#look(view)
    const kind = this.#kindOf(before, record)
    if (kind === undefined) return
    const { id: by } = command
    const at = endOf(command)
    const credential = record?.credential
    this.#events.push({
      kind,
      at,
      by,
      ...(typeof credential === 'string' ? { credential } : {}),
      ...(kind === 'written' ? { value: this.#reading?.value } : {}),
    })
  }

  /** @param now in virtual ms */
  until(now: number): readonly LifeEvent[] {
    this.#expire(now)
    const at = this.#expiresAt
    if (at !== NEVER) this.#events.push({ kind: 'expires', at, by: 'expiry' })
    return this.#events
  }

  #kindOf(before: PartValue | undefined, record: RequestRecord | undefined): LifeEvent['kind'] | undefined {
    const now = this.#reading
    if (now?.text !== before?.text) return now === undefined ? 'deleted' : 'written'
    if (record === undefined || !this.#isMeant(record)) return undefined
    const isMissing = record.outcome === 'entry_missing' || record.outcome === 'record_missing'
    if (isMissing) return 'missed'
    if (record.outcome !== 'ok') return undefined
    if (record.operation?.endsWith('.put')) return 'written'
    return record.operation?.endsWith('.get') ? 'read' : 'missed'
  }

  /** False for lists and for operations on other entries or records. */
  #isMeant({ call: { operation, resource, key } }: RequestRecord): boolean {
    const { kind, of, id } = this.subject
    if (operation?.id.startsWith(`${kind.operations}.`) !== true) return false
    return of === '' ? resource === id : resource === of && key === id
  }

  #expire(now: number): void {
    if (this.#expiresAt > now) return
    this.#events.push({ kind: 'expired', at: this.#expiresAt, by: 'expiry' })
    this.#reading = undefined
    this.#expiresAt = NEVER
  }

  #look(view: View): void {
    const { expiry } = this.subject.kind
    const reading = readPart(this.#place, view, this.#reading)
    if (reading === this.#reading) return
    const { held } = reading
    this.#reading = held === undefined ? undefined : reading
    this.#expiresAt = (held === undefined ? undefined : expiry?.(held, view.state.origin)) ?? NEVER
  }
}
