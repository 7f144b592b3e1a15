import { type AdminInterface, at } from './admin-client.js'
import type { Bundle, HistoryInfo, LifeEventInfo, StateChange, Timeline, UndoInfo } from './answers.js'
import { type Instant, instantText } from './clock.js'

/**
 * `'r41'` (the state just before request r41), `'after:r41'`, an instant (the last state at that virtual time),
 * `'start'` (when the world was created or last reset) or `'now'`.
 *
 * @example
 * const before = await emulator.state.get({ at: 'r41' })
 */
export type Point = Instant

/**
 * @example
 * await emulator.history({ since: 'r41', until: 'after:r60', limit: 10 })
 */
export interface HistoryRange {
  readonly since?: Point | undefined
  readonly until?: Point | undefined
  /** Defaults to both. */
  readonly kind?: 'request' | 'admin' | undefined
  /** Keeps the newest. Defaults to 1,000. */
  readonly limit?: number | undefined
}

export const pointText = (point: Point | undefined): string | undefined =>
  point === undefined ? undefined : String(instantText(point))

/**
 * May extend into the future.
 *
 * @example
 * await emulator.timeline({ from: 'start', to: '2026-02-01', names: 50 })
 */
export interface TimelineRange {
  /** Defaults to now. */
  readonly from?: Point | undefined
  /** Defaults to one day from now. */
  readonly to?: Point | undefined
  /** The maximum number of expired keys to name, and of expiring ones. Defaults to 10. */
  readonly names?: number | undefined
}

/** See docs/history.md. */
export interface HistoryClient {
  /**
   * Lists the requests and admin calls that have changed this world since it was created or reset, newest first.
   *
   * @example
   * const { commands } = await emulator.history({ since: 'r41' })
   */
  history(range?: HistoryRange): Promise<HistoryInfo>
  /**
   * Compares two moments, by default the start and now. Each change names the command that made it.
   *
   * @example
   * const changes = await emulator.diff('r41', 'after:r41')
   */
  diff(from?: Point, to?: Point): Promise<readonly StateChange[]>
  /** Lists what time alone causes: expiries, fault windows, and the ends of months and tokens. */
  timeline(range?: TimelineRange): Promise<Timeline>
  /**
   * Goes back to a point. This can itself be undone.
   *
   * @throws EmulatorError `too_old` if the log starts after the point
   */
  undo(options: { readonly to: Point }): Promise<UndoInfo>
  /**
   * Returns everything that happened since the world was created or reset, without token signatures.
   * `emulator replay FILE` runs it again and compares the responses.
   */
  bundle(): Promise<Bundle>
  /** Returns the journal as HAR 1.2, which browsers and other tools can open. */
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
 * @example
 * await emulator.namespaces.entries.history('ns_demo_starter', 'session:1', { kind: 'deleted', limit: 1 })
 */
export interface LifeEventFilter {
  readonly kind?: LifeEventInfo['kind']
  /** Keeps the most recent. */
  readonly limit?: number
}

/**
 * @example
 * const events = await emulator.namespaces.entries.history('ns_demo_starter', 'session:1')
 */
export interface EntriesClient {
  /** Lists who wrote, read, missed or deleted an entry, and when it expires, going back as far as the log does. */
  history(id: string, key: string, filter?: LifeEventFilter): Promise<readonly LifeEventInfo[]>
}

export const entriesClient = (admin: AdminInterface, noun: 'namespaces' | 'stores'): EntriesClient => ({
  history: async (id, key, filter = {}) =>
    admin.list('events', `/${noun}${at`/${id}/entries/${key}/history`}`, { ...filter }),
})

/**
 * @example
 * const events = await emulator.documents.history(1)
 */
export interface RecordsClient {
  /** Lists who wrote, read, missed or deleted a record, going back as far as the log does. */
  history(id: number | bigint | string, filter?: LifeEventFilter): Promise<readonly LifeEventInfo[]>
}

export const recordsClient = (admin: AdminInterface, noun: 'documents' | 'projects'): RecordsClient => ({
  history: async (id, filter = {}) =>
    admin.list('events', `/${noun}${at`/${String(id)}/history`}`, { ...filter }),
})
