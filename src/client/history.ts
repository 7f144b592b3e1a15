import { type AdminInterface, at } from './admin-client.js'
import type { Bundle, HistoryInfo, LifeEventInfo, StateChange, Timeline, UndoInfo } from './answers.js'
import { type Instant, instantText } from './clock.js'

/**
 * A moment of a world's history: 'r41' (the state that request r41 met), 'after:r41', an instant (the last moment of
 * that virtual time), 'start' (the beginning of this life) or 'now'.
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
  readonly since?: Point | undefined
  readonly until?: Point | undefined
  /** Requests only, or admin calls only. */
  readonly kind?: 'request' | 'admin' | undefined
  /** The most commands to return, newest first; 1,000 when left out. */
  readonly limit?: number | undefined
}

export const pointText = (point: Point | undefined): string | undefined =>
  point === undefined ? undefined : String(instantText(point))

/**
 * A period of virtual time, which may be in the future.
 *
 * @example
 * await emulator.timeline({ from: 'start', to: '2026-02-01', names: 50 })
 */
export interface TimelineRange {
  /** Now when left out. */
  readonly from?: Point | undefined
  /** A day after now when left out. */
  readonly to?: Point | undefined
  /** The number of expiring keys to name on each side of the present; 10 when left out. */
  readonly names?: number | undefined
}

/** The history of a world (docs/history.md). */
export interface HistoryClient {
  /**
   * Lists the requests and admin calls that changed this world since its life began, newest first.
   *
   * @example
   * const { commands } = await emulator.history({ since: 'r41' })
   */
  history(range?: HistoryRange): Promise<HistoryInfo>
  /**
   * Compares two moments, and names the command behind each change.
   *
   * @example
   * const changes = await emulator.diff('r41', 'after:r41')
   */
  diff(from?: Point, to?: Point): Promise<readonly StateChange[]>
  /** Lists what a period of virtual time holds: requests, clock moves, expiries, the end of the month. */
  timeline(range?: TimelineRange): Promise<Timeline>
  /** Goes back to a point. An undo can be undone. @throws EmulatorError `too_old` if the log begins after the point */
  undo(options: { readonly to: Point }): Promise<UndoInfo>
  /**
   * Returns this life of the world as JSON data. `emulator replay FILE` runs it again, and compares every answer with
   * the recorded one. Signatures of tokens are left out.
   */
  bundle(): Promise<Bundle>
  /** Returns the journal as HAR 1.2, which browsers and other tools open. */
  har(): Promise<{ readonly log: object }>
}

export function historyClient(admin: AdminInterface): HistoryClient {
  return {
    history: async ({ since, until, ...rest } = {}) =>
      admin.get('/history', { since: pointText(since), until: pointText(until), ...rest }),
    diff: async (from = 'start', to = 'now') =>
      admin.list('changes', '/diff', { from: pointText(from), to: pointText(to) }),
    timeline: async ({ from, to, ...rest } = {}) =>
      admin.get('/timeline', { from: pointText(from), to: pointText(to), ...rest }),
    undo: async ({ to }) => admin.send('POST', '/undo', { to: pointText(to) }),
    bundle: () => admin.get('/bundle'),
    har: () => admin.get('/requests.har'),
  }
}

/**
 * Limits the events of a life.
 *
 * @example
 * await emulator.namespaces.entries.history('ns_demo_starter', 'session:1', { kind: 'deleted', limit: 1 })
 */
export interface LifeEventFilter {
  readonly kind?: LifeEventInfo['kind']
  /** The most events to return, the last ones. */
  readonly limit?: number
}

/**
 * The entries of namespaces or stores.
 *
 * @example
 * const events = await emulator.namespaces.entries.history('ns_demo_starter', 'session:1')
 */
export interface EntriesClient {
  /** Lists who wrote, read, missed or deleted an entry, as far back as the log goes, and when it expires. */
  history(id: string, key: string, filter?: LifeEventFilter): Promise<readonly LifeEventInfo[]>
}

export const entriesClient = (admin: AdminInterface, noun: 'namespaces' | 'stores'): EntriesClient => ({
  history: async (id, key, filter = {}) =>
    admin.list('events', `/${noun}${at`/${id}/entries/${key}/history`}`, { ...filter }),
})

/**
 * The documents or projects of the database.
 *
 * @example
 * const events = await emulator.documents.history(1)
 */
export interface RecordsClient {
  /** Lists who wrote, read, missed or deleted it, as far back as the log goes. */
  history(id: number | bigint | string, filter?: LifeEventFilter): Promise<readonly LifeEventInfo[]>
}

export const recordsClient = (admin: AdminInterface, noun: 'documents' | 'projects'): RecordsClient => ({
  history: async (id, filter = {}) =>
    admin.list('events', `/${noun}${at`/${String(id)}/history`}`, { ...filter }),
})
