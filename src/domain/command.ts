import type { AdminCallId, CommandId } from '../core/command-id.js'
import { changesNothing, type ServiceRequest } from './requests/request.js'

/** The part of a world that an admin call changes. A service's list, such as "namespaces", is one too. */
// `& {}` keeps the union from collapsing to string, which would lose editor completion.
export type ChangeArea = 'clock' | 'state' | 'faults' | 'profile' | 'requests' | 'snapshots' | (string & {})

/** Areas that never affect an answer, so their changes aren't logged. */
const UNLOGGED: ReadonlySet<ChangeArea> = new Set(['requests', 'snapshots'])

/** Areas whose changes a single call can undo, without going back in history. */
export const UNDOABLE: ReadonlySet<ChangeArea> = new Set(['clock', 'state'])

/** An admin call that changes a world. */
export interface Change {
  readonly area: ChangeArea
  /** The id of the changed thing; undefined for a whole area or something without an id. */
  readonly id: string | undefined
  /** The call to repeat in a replay. */
  readonly call: LoggedCall
}

export interface LoggedCall {
  readonly method: string
  /** Below the address of the admin interface, percent-encoded. */
  readonly path: string
  readonly body: string
}

export const isLogged = (area: ChangeArea): boolean => !UNLOGGED.has(area)

export class AdminCommand {
  readonly kind = 'admin'
  /** Virtual time afterwards, in ms; differs from `at` if the call moved the clock. */
  end: number

  /** @param at the virtual time at which it took effect, in ms */
  constructor(
    readonly id: AdminCallId,
    readonly at: number,
    readonly change: Change,
  ) {
    this.end = at
  }
}

/** Something that changed a world, or may have. Replaying it has the same effect. */
export type LoggedCommand = ServiceRequest | AdminCommand

/** True if the id refers to this command itself; a command that only ends a held request has no points of its own. */
export const isNamed = (command: LoggedCommand, id: CommandId): boolean =>
  command.id === id && !(command.kind === 'request' && changesNothing(command))

/** Returns the virtual time after a command, in ms. Requests don't move the clock. */
export const endOf = (command: LoggedCommand): number =>
  command.kind === 'request' ? command.at : command.end

/** Size of the command's body in bytes, or in characters for admin calls. */
export const bodyBytesOf = (command: LoggedCommand): number =>
  command.kind === 'request' ? command.body.length : command.change.call.body.length

/** The start of a world's present life. */
export interface Beginning {
  /** Virtual time in ms. */
  readonly at: number
  readonly by: 'start' | 'reset'
  /** The last request number at that time; above 0 if a reset kept the requests. */
  readonly lastRequest: number
}
