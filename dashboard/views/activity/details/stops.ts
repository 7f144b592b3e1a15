import type { LifeEventInfo } from '../../../../src/admin/calls/history/life.js'
import type { RequestDetails } from '../../../../src/admin/request-json.js'

export interface Stop {
  readonly kind: LifeEventInfo['kind'] | 'asked'
  readonly at: number
  /** A command's id, or "expiry". */
  readonly by: string
}

/**
 * The last write before a request, the request, and the entry's end: its expiry or deletion if that came first, or else
 * the upcoming expiry.
 *
 * @param events oldest first
 */
export function stopsOf(
  events: readonly LifeEventInfo[],
  { id, at: asked }: Pick<RequestDetails, 'id' | 'at'>,
): readonly Stop[] {
  const own = events.findIndex(({ by }) => by === id)
  const past = own === -1 ? events.filter((event) => event.at <= asked) : events.slice(0, own + 1)
  const start = past.findLastIndex(({ kind }) => kind === 'written')
  const written = past[start]
  if (written === undefined) return []
  const request: Stop = { kind: 'asked', at: asked, by: id }
  const end = past
    .slice(start)
    .find(({ kind, by }) => (kind === 'expired' || kind === 'deleted') && by !== id)
  const next = events.slice(past.length).find(({ kind }) => kind !== 'read' && kind !== 'missed')
  const stops: Stop[] = written.by === id ? [] : [written]
  if (end !== undefined) stops.push(end)
  stops.push(request)
  if (end === undefined && (next?.kind === 'expires' || next?.kind === 'expired')) {
    stops.push(next)
  }
  return stops
}
