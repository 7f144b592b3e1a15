// Written from the schemas of the admin interface by `npm run generate`.

import type { OperationGlob, OperationId } from '../contract/operations.js'
import type { AdminCallId, RequestId } from '../core/command-id.js'
import type { Bounds } from '../domain/bounds.js'
import type { ChangeArea } from '../domain/command.js'
import type { JudgedToken } from '../domain/credentials.js'
import type { FaultEffect } from '../domain/faults/fault.js'
import type { Dropped, EndEffect } from '../domain/faults/holds.js'
import type { ExplanationWithFixes } from '../inspect/explain.js'
import type { RecordId } from './seed-object.js'

/**
 * A reading of the virtual clock.
 *
 * @example
 * const { now, iso, mode, rate } = await emulator.clock.get()
 */
export interface ClockInfo {
  /** Unix time in ms. */
  readonly now: number
  /** `now` as ISO 8601. */
  readonly iso: string
  readonly mode: 'running' | 'frozen'
  /** Virtual seconds per real second. */
  readonly rate: number
  /** The emulator's real time when the clock was read, in ms since 1970. Only set while it's running. */
  readonly realNow?: number
}

/**
 * The events that a clock move crosses (docs/DESIGN.md section 3). Moves back undo what moves forward do, with members
 * of their own; those of the other direction are empty.
 *
 * @example
 * const { receipt } = await emulator.clock.advance('1d', { receipt: true })
 */
export interface Receipt {
  /** Unix time in ms. */
  readonly from: number
  /** Unix time in ms. */
  readonly to: number
  /** ISO 8601, UTC. */
  readonly fromIso: string
  /** ISO 8601, UTC. */
  readonly toIso: string
  /** Keys that expire after `from` and no later than `to`. `first` lists the earliest, in order of expiry. */
  readonly keysExpired: {
    readonly count: number
    readonly first: readonly {
      readonly namespace: string
      readonly key: string
      /** Unix time in ms. */
      readonly expiredAt: number
    }[]
  }
  /**
   * After a move back: expired keys that are live again, because they had not been removed. `first` lists
   * those that expired last.
   */
  readonly keysRevived: {
    readonly count: number
    readonly first: readonly {
      readonly namespace: string
      readonly key: string
      /** Unix time in ms. */
      readonly expiredAt: number
    }[]
  }
  /** The first UTC months that begin, as "YYYY-MM". */
  readonly monthsRolled: readonly string[]
  /** Total number of months that begin. */
  readonly monthsRolledCount: number
  /** After a move back: the last UTC months that are now in the future, latest first. */
  readonly monthsUnrolled: readonly string[]
  /** Total number of such months. */
  readonly monthsUnrolledCount: number
  /** Namespaces whose counters are different in the new month. `first` lists those that change the most. */
  readonly countersChanged: {
    readonly count: number
    readonly first: readonly {
      readonly namespace: string
      readonly before: {
        readonly reads: number
        readonly writes: number
        readonly deletes: number
        readonly lists: number
      }
      readonly after: {
        readonly reads: number
        readonly writes: number
        readonly deletes: number
        readonly lists: number
      }
    }[]
  }
  /** Ids of enabled faults whose window begins or ends during the move. */
  readonly faultWindows: {
    readonly begun: readonly string[]
    readonly ended: readonly string[]
    /** After a move back: windows that reopened. */
    readonly reopened: readonly string[]
    /** After a move back: windows that are in the future again. */
    readonly unbegun: readonly string[]
  }
}

/**
 * Events that time alone causes within a period of virtual time. Times are in ms.
 *
 * @example
 * const { expiries, months } = await emulator.timeline({ to: '2026-02-01' })
 */
export interface Timeline {
  /** Unix time in ms. */
  readonly from: number
  /** Unix time in ms. */
  readonly to: number
  /** Unix time in ms. */
  readonly now: number
  /** Faults whose window overlaps the period. Without `from` or `until`, the window is open at that end. */
  readonly faults: readonly {
    readonly id: string
    readonly enabled: boolean
    /** Unix time in ms. */
    readonly from?: number
    /** Unix time in ms. */
    readonly until?: number
  }[]
  /** Entries that have expired but haven't been removed yet. */
  readonly expired: {
    readonly count: number
    /** The ones closest to the present. */
    readonly first: readonly {
      readonly namespace: string
      readonly key: string
      /** Unix time in ms. */
      readonly at: number
    }[]
  }
  /** Entries that will expire. */
  readonly expiries: {
    readonly count: number
    /** The ones closest to the present. */
    readonly first: readonly {
      readonly namespace: string
      readonly key: string
      /** Unix time in ms. */
      readonly at: number
    }[]
  }
  /** The next end of a month, with the counters that it resets to 0. */
  readonly months: readonly {
    /** Unix time in ms. */
    readonly at: number
    readonly namespaces: readonly {
      readonly id: string
      readonly reads: number
      readonly writes: number
      readonly deletes: number
      readonly lists: number
    }[]
  }[]
  /**
   * When bearer tokens that were sent expire, earliest first. `by` is the last request that sent the token.
   */
  readonly tokens: readonly {
    /** Unix time in ms. */
    readonly at: number
    readonly sub: string
    readonly by: string
  }[]
}

/**
 * A request in the journal.
 *
 * @example
 * const [last] = await emulator.requests({ operation: 'kv.get', limit: 1 })
 */
export interface RequestSummary {
  /** "r1", "r2", … */
  readonly id: string
  /** The virtual time when it arrived, in ms. */
  readonly at: number
  /** ISO 8601, UTC. */
  readonly atIso: string
  /** null if the contract doesn't show such an operation. */
  readonly operation: OperationId | null
  readonly method: string
  readonly path: string
  /** null if a fault prevented a response. */
  readonly status: number | null
  /** "ok", the code it was refused with, or "fault" if a fault kept the service from handling it. */
  readonly outcome: string
  /** Why it was refused. */
  readonly reason?: string
  /** The reason the entry doesn't exist, e.g. "expired at …" or "deleted by …". */
  readonly absence?: string
  /** When the missing entry expired, in virtual ms. Only set if it did. */
  readonly expiredAt?: number
  /**
   * The difference between the client's clock and the world's, judging by its Date header or its token's
   * `iat`. Only set if it's more than a minute off.
   */
  readonly otherTime?: string
  /** The id of the fault that fired. */
  readonly fault?: string
  /** The status that the client didn't get because of a fault. */
  readonly lostStatus?: number
  /**
   * The number of real ms for which a fault has held it back with `delay`, `hang` or `hold`. While it's
   * waiting, that's the time so far.
   */
  readonly heldMs?: number
  /** The end of the wait: the client got a response, its connection was broken, or it left (aborted). */
  readonly ended?: 'waiting' | 'answered' | 'broken' | 'aborted'
  /** The effect of the fault on the connection, if it broke it or never responded. */
  readonly connection?: 'reset' | 'close' | 'hang' | 'truncate' | 'cut' | 'garbage'
  /** An API key as it was sent, or a token's owner. */
  readonly credential: string | null
  /** Only set if it sent one. */
  readonly userAgent?: string
  /** Real ms from the process's start to its arrival. Only the differences between these matter. */
  readonly arrivedMs: number
  /** Real ms. */
  readonly durationMs: number
}

/**
 * A request with everything that is known about it.
 *
 * @example
 * const { explain, requestBody } = await emulator.request('r1')
 */
export interface RequestDetails extends RequestSummary {
  /** The path and query as they were sent. */
  readonly target: string
  /**
   * The connection it used, or would have used if it had come over a socket. Its times are on the same clock
   * as arrivedMs.
   */
  readonly socket?: {
    /** Requests over the same connection share this id. */
    readonly id: number
    readonly openedMs: number
    /** Only set once it's closed. */
    readonly closedMs?: number
  }
  /** The number of real ms by which a fault was meant to delay the response. */
  readonly delayMs?: number
  /** The monthly quota it counted towards. */
  readonly counted?: {
    readonly namespaceId: string
    readonly quantity: 'reads' | 'writes' | 'lists'
    /** The limit at the time. */
    readonly limit: number
  }
  /** The number of seconds by which a put's TTL was raised to reach the minimum. */
  readonly ttlRaisedBy?: number
  /** Names and values in order, without token signatures. */
  readonly requestHeaders: readonly (readonly [string, string])[]
  /** Names and values in order, without token signatures. */
  readonly responseHeaders: readonly (readonly [string, string])[]
  readonly requestBody?: {
    readonly text: string
    readonly bytes: number
  }
  readonly responseBody?: {
    readonly text: string
    readonly bytes: number
  }
  /** The limit that the missing bodies exceeded. */
  readonly bodies?: string
  /**
   * All gates in order with their numbers, the gaps in the contract that the response depended on, and what
   * would change it.
   */
  readonly explain: ExplanationWithFixes
}

/**
 * A request to the services, in the log of a world.
 *
 * @example
 * const requests = (await emulator.history()).commands.filter(({ kind }) => kind === 'request')
 */
export interface RequestCommandInfo {
  readonly kind: 'request'
  readonly id: string
  /** The virtual time when it took effect, in ms. */
  readonly at: number
  /** ISO 8601, UTC. */
  readonly atIso: string
  readonly method: string
  /** The path and query as they were sent. */
  readonly target: string
  /**
   * null if the contract doesn't show such an operation. Like status and outcome, only set while the journal
   * has the request.
   */
  readonly operation?: OperationId | null
  /** null if a fault prevented a response. */
  readonly status?: number | null
  readonly outcome?: string
  /**
   * For a held request, "begins" marks its arrival. A later command with the same id says how the hold ended:
   * it was released, its client left, the emulator stopped, or there was no room to hold it. The request
   * takes effect when it is released, or on arrival if the fault has effect "after".
   */
  readonly hold?: 'begins' | 'released' | 'gone' | 'stopped' | 'no room'
}

/**
 * An admin call that changed the world, in its log.
 *
 * @example
 * const calls = (await emulator.history()).commands.filter(({ kind }) => kind === 'admin')
 */
export interface AdminCommandInfo {
  readonly kind: 'admin'
  readonly id: string
  /** The virtual time when it took effect, in ms. */
  readonly at: number
  /** ISO 8601, UTC. */
  readonly atIso: string
  readonly method: string
  /** Includes /_admin and is percent-encoded. */
  readonly path: string
  /** The part of the world it changed. */
  readonly area: ChangeArea
  /** The last request before it, if there was one. */
  readonly behind?: string
  /** The id of what it changed. */
  readonly changed?: string
  /** The body that was sent. If it's long, only the beginning. */
  readonly body?: string
  /** The clock's time afterwards, if the command moved it. */
  readonly clock?: number
  /**
   * The number of keys that expired when it moved the clock, and the first of them. Only with expired=true.
   */
  readonly expired?: {
    readonly count: number
    readonly first: readonly {
      readonly namespace: string
      readonly key: string
      /** Unix time in ms. */
      readonly expiredAt: number
    }[]
  }
}

/**
 * The beginning of a life of a world: a start, or a reset, which may have kept the requests of the previous life.
 *
 * @example
 * const { by, atIso } = (await emulator.history()).began
 */
export interface BeginningInfo {
  /** The virtual time, in ms. */
  readonly at: number
  /** ISO 8601, UTC. */
  readonly atIso: string
  readonly by: 'start' | 'reset'
  /** The last request of the previous life, if a reset kept it. */
  readonly behind?: string
}

/**
 * The log of a world, newest first.
 *
 * @example
 * const { commands, oldest } = await emulator.history({ since: 'r1', limit: 10 })
 */
export interface HistoryInfo {
  readonly commands: readonly (RequestCommandInfo | AdminCommandInfo)[]
  /** The oldest point you can go back to: "start" or the id of a command. */
  readonly oldest: string
  /** The beginning of this life of the world. */
  readonly began: BeginningInfo
}

/**
 * A past or future event in the life of an entry or record.
 *
 * @example
 * const events = await emulator.namespaces.entries.history('ns_shop_k3v9x2', 'flag:checkout')
 */
export interface LifeEventInfo {
  readonly kind: 'written' | 'read' | 'missed' | 'deleted' | 'expired' | 'expires'
  /** The virtual time, in ms. */
  readonly at: number
  /** The id of the command, "expiry", or "start" for anything that existed when the log began. */
  readonly by: string
  /** `at` as ISO 8601. Not set beyond the year 9999. */
  readonly atIso?: string
  /** The API key as it was sent, or the token's owner claim. */
  readonly credential?: string
  /** The value that was written, in the form that seeds use. */
  readonly value?: unknown
}

/**
 * A value that differs between two moments, and the command that changed it last.
 *
 * @example
 * const [change] = await emulator.diff('r41', 'after:r41')
 * change // { path: '/namespaces/ns_a/usage/2026-01/reads', kind: 'changed', before: 7, after: 8, by: 'r41' }
 */
export interface StateChange {
  /** A JSON Pointer, e.g. "/namespaces/ns_shop_k3v9x2/entries/flag:checkout". */
  readonly path: string
  /** "expired" if an entry was removed because it expired. */
  readonly kind: 'added' | 'removed' | 'changed' | 'expired'
  /** The command that did it, "expiry", or "time" (which moves a running clock). */
  readonly by: string
  /** In the form that seeds use. Only set if there was one. */
  readonly before?: unknown
  readonly after?: unknown
}

/**
 * The result of an undo.
 *
 * @example
 * const { undone, requests } = await emulator.undo({ to: 'r41' })
 */
export interface UndoInfo {
  /** The command that was undone, "reset", or the point you asked for. */
  readonly undone: string
  /** The number of requests to the services that were undone. The journal still lists them. */
  readonly requests: number
  /** The clock's time, in ms. */
  readonly now: number
  /** ISO 8601, UTC. */
  readonly iso: string
}

/**
 * A state of a world that was kept under a name.
 *
 * @example
 * const { name, atIso } = await emulator.snapshots.take('before')
 */
export interface SnapshotInfo {
  readonly name: string
  /** The virtual time when it was taken, in ms. */
  readonly at: number
  /** ISO 8601, UTC. */
  readonly atIso: string
  /** The number of records it contains, by kind. */
  readonly sizes: {
    readonly namespaces: number
    /** Entries in namespaces. */
    readonly entries: number
    readonly stores: number
    /** Entries in config stores. */
    readonly configs: number
    readonly databaseKeys: number
    readonly projects: number
    readonly documents: number
  }
}

/**
 * One namespace's usage. `share` is each figure relative to its limit, 1 being all of it, rounded to three digits;
 * reads, writes and lists of all months against one month's limit. Contains only what was used.
 *
 * @example
 * const { namespaces } = await emulator.usage()
 * namespaces['ns_shop_k3v9x2'] // { reads: 40, writes: 0, lists: 0, deletes: 0, share: { reads: 0.0004 } }
 */
export interface NamespaceUsage {
  readonly reads: number
  readonly writes: number
  readonly lists: number
  readonly deletes: number
  /** The share of the monthly or storage limit that was used, from 0 to 1. */
  readonly share: {
    readonly reads?: number
    readonly writes?: number
    readonly lists?: number
    readonly storageBytes?: number
  }
  /** The most bytes stored before or after a put. Left out without puts. */
  readonly storageBytes?: number
}

/**
 * Usage of a run, as the services count it: without refused requests and without what the seed began with. Both members
 * contain only what was used.
 *
 * @example
 * const { operations, namespaces } = await emulator.usage()
 * operations['kv.get'] // 40
 * namespaces['ns_shop_k3v9x2']?.share.reads // 0.0004: 2,500 such runs use up a month
 */
export interface Usage {
  /** Requests by operation. The config store and the database count a request once its key is accepted. */
  readonly operations: { readonly [Id in OperationId]?: number }
  /** By namespace id. */
  readonly namespaces: Readonly<Record<string, NamespaceUsage>>
}

/** One operation that the emulator answers. */
export interface OperationInfo {
  /** For example, "kv.put". */
  readonly id: string
  readonly service: string
  readonly method: string
  /** Its path with parameters in braces, e.g. "/v1/kv/{namespaceId}/{key}". */
  readonly route: string
  /** "write" if it can change something. */
  readonly access: 'read' | 'write'
  readonly credential: 'scoped-key' | 'bearer' | 'database-key' | 'none'
  /** The monthly counter it increases. */
  readonly counts?: 'reads' | 'writes' | 'deletes' | 'lists'
}

/** A gap in the contract, and the option of the profile that fills it. */
export interface GapInfo {
  /** Its path in the profile, e.g. "kv.putStatus". */
  readonly option: string
  readonly meaning: string
  readonly value: unknown
  readonly default: unknown
  /** Its possible values if they can be listed, or else a description of them. */
  readonly allowed: readonly unknown[] | string
  /** The types of its values if they can't be listed. */
  readonly types?: readonly ('text' | 'number' | 'null')[]
  /** The number of responses that used the option, and the ids of the latest such requests. */
  readonly leanedOn: {
    readonly count: number
    /** Ids of requests in the journal. */
    readonly requests: readonly string[]
  }
}

/**
 * The operations of an emulator, and the gaps in the contract as data.
 *
 * @example
 * const { operations } = await emulator.contract()
 */
export interface ContractInfo {
  readonly operations: readonly OperationInfo[]
  readonly gaps: readonly GapInfo[]
  readonly dropped: number
}

/**
 * A fault in force, and what it has done so far.
 *
 * @example
 * const { id, hits, remaining } = await emulator.faults.add({ status: 503, times: 2 })
 */
export interface InstalledFault {
  readonly id: string
  readonly enabled: boolean
  /** The number of requests it has matched. */
  readonly matches: number
  /** The number of times it has fired. */
  readonly hits: number
  /** The number of times it can still fire, or null if there's no limit. */
  readonly remaining: number | null
  /** The reason why it wouldn't fire at the moment. Only set in the response to adding it. */
  readonly note?: string
  /** The requests it matches. All fields that are set must match. */
  readonly match?: {
    readonly operation?: OperationGlob
    readonly method?: string
    readonly path?: string
    readonly namespace?: string
    readonly store?: string
    readonly key?: string
    readonly credential?: string
    readonly header?: Readonly<Record<string, string>>
  }
  readonly status?: number
  /** Any JSON value. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds. */
  readonly retryAfter?: number
  /** Real ms. */
  readonly delay?: number | { readonly min: number; readonly max: number }
  readonly connection?: 'reset' | 'close' | 'hang' | 'truncate' | 'cut' | 'garbage'
  readonly effect?: 'before' | 'after'
  readonly hold?: boolean
  /** The number of matches to skip before it fires. */
  readonly after?: number
  /** The maximum number of times it can fire. */
  readonly times?: number
  readonly probability?: number
  /** ISO 8601. */
  readonly from?: string
  /** In ISO 8601, exclusive. */
  readonly until?: string
  /** True if a test may pass even if the fault has never fired. */
  readonly optional?: boolean
}

/**
 * A request that is held.
 *
 * @example
 * const [first] = await hold.list()
 */
export interface HeldRequestInfo {
  /** Its id in the journal, e.g. "r1". The journal lists it once it has ended. */
  readonly id: string
  /** null if the contract doesn't show such an operation. */
  readonly operation: string | null
  readonly method: string
  readonly path: string
  /** "A" if its Baggage header has emulator-party=A, or null if that doesn't name a party in letters. */
  readonly party: string | null
  /** The virtual time when it began to be held, in ISO 8601. */
  readonly since: string
  /** The id of the fault that holds it. */
  readonly fault: string
  /** A number that increases with each held request. */
  readonly number: number
}

/**
 * A key of a namespace or a config store, as sent in X-KV-Key.
 *
 * @example
 * const { key, scope } = await emulator.namespaces.createKey('ns_shop_k3v9x2', { scope: 'read' })
 */
export interface ScopedKeyInfo {
  readonly key: string
  readonly scope: 'read' | 'write' | 'admin'
}

/**
 * A namespace of the key-value store.
 *
 * @example
 * const { usage, limitsInForce } = await emulator.namespaces.get('ns_shop_k3v9x2')
 */
export interface NamespaceInfo {
  readonly id: string
  /** The same id, under the name that the contract uses. */
  readonly namespaceId: string
  readonly owner: string
  /** Its own limits. */
  readonly limits: {
    readonly reads?: number
    readonly writes?: number
    readonly lists?: number
    readonly storageBytes?: number
  }
  /** The limits that apply: its own and, for the rest, the profile's. */
  readonly limitsInForce: {
    readonly reads: number
    readonly writes: number
    readonly lists: number
    readonly storageBytes: number
  }
  /** The current month in virtual time, as "YYYY-MM". */
  readonly monthKey: string
  /** Its usage in that month. */
  readonly usage: {
    readonly reads: number
    readonly writes: number
    readonly lists: number
    readonly storageBytes: number
    readonly deletes: number
  }
  readonly keys: readonly ScopedKeyInfo[]
  readonly entries: {
    readonly live: number
    readonly expired: number
  }
}

/**
 * A config store.
 *
 * @example
 * const { owner, keys } = await emulator.stores.get('ec_web_89daefd4')
 */
export interface StoreInfo {
  readonly id: string
  /** The same id, under the name that the contract uses. */
  readonly storeId: string
  readonly owner: string
  readonly keys: readonly ScopedKeyInfo[]
  readonly entries: {
    readonly live: number
  }
}

/**
 * A key of the database, as sent in X-API-Key; without `projects` and `documents` it sees everything.
 *
 * @example
 * const [first] = await emulator.databaseKeys.list()
 * const projects = first?.projects
 */
export interface DatabaseKeyInfo {
  readonly key: string
  readonly projects?: readonly RecordId[]
  readonly documents?: readonly RecordId[]
  /** Determines what lists return if the key can't access anything. */
  readonly outOfScope?: 'empty' | 'forbidden'
}

/** A request with everything that its answer depends on. */
export interface BundledRequest {
  readonly kind: 'request'
  readonly id: RequestId
  /** Unix time in ms. */
  readonly at: number
  readonly method: string
  /** The path and query as they were sent. */
  readonly target: string
  readonly httpVersion: string
  /** The base URL that the client used. */
  readonly origin: string
  readonly prefix: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  /** Used instead of `body` if that isn't text. */
  readonly bodyBase64?: string
  /** Set if the body exceeded limits.bodyBytes. */
  readonly bodyIsTooLarge?: true
  /** The result of checking its bearer token. */
  readonly token?: JudgedToken
  /** The URLs of services that had their own ports. */
  readonly elsewhere?: Readonly<Record<string, string>>
  /** The request was held. Its response, if any, is with the later command that has the same id. */
  readonly held?: true
  /**
   * The hold ended here, and the request was answered. The operation also runs here, unless it ran before the
   * hold.
   */
  readonly holdEnd?: {
    /** The fault that held the request. */
    readonly fault: FaultEffect & { readonly id: string }
    /**
     * The body of POST /_admin/held/{id}, or why the request ended without one: its client left, the emulator
     * stopped, or too many were held.
     */
    readonly release: EndEffect | Dropped
  }
}

/** An admin call that changed the world. */
export interface BundledCall {
  readonly kind: 'admin'
  readonly id: AdminCallId
  /** Unix time in ms. */
  readonly at: number
  readonly area: ChangeArea
  /** The id of the record that it changed. */
  readonly changed?: string
  readonly method: string
  /** Includes /_admin and is percent-encoded. */
  readonly path: string
  readonly body?: string
  /** The world after a call that replaced its contents, as a seed with `resume`. */
  readonly state?: Readonly<Record<string, unknown>>
}

/** The answer to a request of a bundle. */
export interface BundledAnswer {
  readonly id: string
  /** null if a fault prevented a response. */
  readonly status: number | null
  /** A hash of the status, all headers, the body, and the fault's effect. */
  readonly hash: string
  /** The beginning of the body, for people to read. */
  readonly body?: string
}

/**
 * A run in one file: the world it started from, the commands that changed it, and their answers. Signatures of tokens
 * are blanked.
 *
 * @example
 * await writeFile('failed.tristore.json', JSON.stringify(await world.bundle()))
 */
export interface Bundle {
  readonly format: 'tristore-bundle/3'
  /** The version of the emulator that wrote the bundle. */
  readonly version: string
  /** The virtual time when the bundle was written, in ms. */
  readonly at: number
  readonly options: {
    /** The grease number, or null if responses aren't varied. */
    readonly grease: number | null
    readonly bounds: Bounds
  }
  /** The world before the first command, as a seed with `resume`. */
  readonly beginning: Readonly<Record<string, unknown>>
  /** Oldest first. */
  readonly commands: readonly (BundledRequest | BundledCall)[]
  /** In the same order as their commands. Every request has one unless it was still held at the end. */
  readonly answers: readonly BundledAnswer[]
}

/** A world other than the default one, and its addresses. */
export interface WorldInfo {
  readonly id: string
  /** Base URL of the two stores. */
  readonly baseUrl: string
  /** Base URL of the database. */
  readonly dbBaseUrl: string
  readonly adminUrl: string
  /**
   * A W3C Traceparent header. Calls that an instrumented application makes while handling the request go to
   * this world, too.
   */
  readonly traceparent: string
}
