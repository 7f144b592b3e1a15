import type { AdminCallId, CommandId } from '../core/command-id.js'
import { changesNothing, type ServiceRequest } from './requests/request.js'

/** A part of a world that admin calls change. The other strings are the names of services' lists, e.g. "namespaces". */
// Without `& {}`, the union would collapse to `string`, and editors couldn't complete it.
export type ChangeArea = 'clock' | 'state' | 'faults' | 'profile' | 'requests' | 'snapshots' | (string & {})

/** Changes here aren't logged, since they never affect an answer. */
const UNLOGGED: ReadonlySet<ChangeArea> = new Set(['requests', 'snapshots'])

/** If it isn't given a point, an undo reverts the last change to one of these. */
export const UNDOABLE: ReadonlySet<ChangeArea> = new Set(['clock', 'state'])

export interface Change {
  readonly area: ChangeArea
  /** Undefined for a change to a whole area or to something without an id. */
  readonly id: string | undefined
  readonly call: LoggedCall
}

export interface LoggedCall {
  readonly method: string
  /** Percent-encoded, and relative to the address of the admin interface. */
  readonly path: string
  readonly body: string
}

export const isLogged = (area: ChangeArea): boolean => !UNLOGGED.has(area)

export class AdminCommand {
  readonly kind = 'admin'
  /** Virtual ms after the call. Differs from `at` if the call moved the clock. */
  end: number

  /** @param at virtual ms when the call took effect */
  constructor(
    readonly id: AdminCallId,
    readonly at: number,
    readonly change: Change,
  ) {
    this.end = at
  }
}

/** Changed a world, or may have. A replay has the same effect. */
export type LoggedCommand = ServiceRequest | AdminCommand

/** Commands that only ended a hold don't count, since you can't go back to them. */
export const isNamed = (command: LoggedCommand, id: CommandId): boolean =>
  command.id === id && !(command.kind === 'request' && changesNothing(command))

export const endOf = (command: LoggedCommand): number =>
  command.kind === 'request' ? command.at : command.end

/** In bytes for requests, in characters for admin calls. */
export const bodyBytesOf = (command: LoggedCommand): number =>
  command.kind === 'request' ? command.body.length : command.change.call.body.length

export interface Beginning {
  /** In virtual ms. */
  readonly at: number
  readonly by: 'start' | 'reset'
  /** The number of the last request before it. Above 0 if a reset kept the requests. */
  readonly lastRequest: number
}
