import type { HistoryInfo } from '../admin/calls/history/log.js'
import type { UndoInfo } from '../admin/calls/history/undo.js'
import type { AdminInterface } from './admin-client.js'
import { type Instant, instantText } from './clock.js'

/**
 * A moment of a world's history: 'r41' (what request r41 found), 'after:r41', an instant (the last moment of that
 * virtual time), 'start' (the beginning of this life) or 'now'.
 *
 * @example
 * const before = await emulator.state.get({ at: 'r41' })
 */
export type Point = Instant

/**
 * A part of a history.
 *
 * @example
 * await emulator.history({ since: 'r41', until: 'after:r60', limit: 10 })
 */
export interface HistoryRange {
  readonly since?: Point
  readonly until?: Point
  /** 1,000 when left out. */
  readonly limit?: number
}

export const pointText = (point: Point | undefined): string | undefined =>
  point === undefined ? undefined : String(instantText(point))

/** The history over the admin interface. */
export function historyClient(admin: AdminInterface) {
  return {
    history: ({ since, until, limit }: HistoryRange = {}): Promise<HistoryInfo> =>
      admin.get('/history', { since: pointText(since), until: pointText(until), limit }),
    undo: ({ to }: { readonly to?: Point } = {}): Promise<UndoInfo> =>
      admin.send('POST', '/undo', { to: pointText(to) }),
  }
}
