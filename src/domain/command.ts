import type { AdminCallId, CommandId } from '../core/command-id.js'
import { changesNothing, type ServiceRequest } from './requests/request.js'

/** The part of a world that an admin call changes. Also the name of a service's list, such as "namespaces". */
// Without `& {}`, the union would collapse to `string` and editors couldn't complete it.
export type ChangeArea = 'clock' | 'state' | 'faults' | 'profile' | 'requests' | 'snapshots' | (string & {})

/** These areas never affect an answer, so changes to them aren't logged. */
const UNLOGGED: ReadonlySet<ChangeArea> = new Set(['requests', 'snapshots'])

/** Changes to these areas can be undone by a single call, without going back in history. */
export const UNDOABLE: ReadonlySet<ChangeArea> = new Set(['clock', 'state'])

/** An admin call that changes a world. */
export interface Change {
  readonly area: ChangeArea
  /** The id of what was changed, or undefined if that was a whole area or something without an id. */
  readonly id: string | undefined
  /** Repeated by replays. */
  readonly call: LoggedCall
}

export interface LoggedCall {
  readonly method: string
  /** Relative to the address of the admin interface, and percent-encoded. */
  readonly path: string
  readonly body: string
}

export const isLogged = (area: ChangeArea): boolean => !UNLOGGED.has(area)

export class AdminCommand {
  readonly kind = 'admin'
  /** Virtual time after the call, in ms. Differs from `at` if the call moved the clock. */
  end: number

  /** @param at virtual time when the call took effect, in ms */
  constructor(
    readonly id: AdminCallId,
    readonly at: number,
    readonly change: Change,
  ) {
    this.end = at
  }
}

/** A command that changed, or may have changed, a world. Replaying it has the same effect. */
export type LoggedCommand = ServiceRequest | AdminCommand

/** Returns true if the id is the command's own. A command that only ended a held request can't be gone back to. */
export const isNamed = (command: LoggedCommand, id: CommandId): boolean =>
  command.id === id && !(command.kind === 'request' && changesNothing(command))

export const endOf = (command: LoggedCommand): number =>
  command.kind === 'request' ? command.at : command.end

/** Returns the size of the command's body: in bytes for requests, in characters for admin calls. */
export const bodyBytesOf = (command: LoggedCommand): number =>
  command.kind === 'request' ? command.body.length : command.change.call.body.length

/** Records when a world was started or last reset. */
export interface Beginning {
  /** Virtual time in ms. */
  readonly at: number
  readonly by: 'start' | 'reset'
  /** The number of the last request before it. This is above 0 if a reset kept the requests. */
  readonly lastRequest: number
}
