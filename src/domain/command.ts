import type { AdminCallId, CommandId } from '../core/command-id.js'
import { changesNothing, type ServiceRequest } from './requests/request.js'

/** The part of a world that an admin call changes; a list of a service is one too, such as "namespaces". */
// `& {}` keeps the compiler from taking string for all of it, and the editor from forgetting the rest.
export type ChangeArea = 'clock' | 'state' | 'faults' | 'profile' | 'requests' | 'snapshots' | (string & {})

/**
 * Areas beside the state: what is kept of a world, and decides no answer. Changes of them are not in the log.
 */
const BESIDE: ReadonlySet<ChangeArea> = new Set(['requests', 'snapshots'])

/** Areas whose changes can be undone by one call, without a point to go back to. */
export const UNDOABLE: ReadonlySet<ChangeArea> = new Set(['clock', 'state'])

/** An admin call that changes a world. */
export interface Change {
  readonly area: ChangeArea
  /** The id of what is changed; undefined: all of the area, or something that has no id. */
  readonly id: string | undefined
  /** The call, as it is to be made again. */
  readonly call: LoggedCall
}

export interface LoggedCall {
  readonly method: string
  /** Below the address of the admin interface, percent-encoded. */
  readonly path: string
  readonly body: string
}

/** Whether a change of the area is in the log. */
export const isLogged = (area: ChangeArea): boolean => !BESIDE.has(area)

/** An admin call in the log. */
export class AdminCommand {
  readonly kind = 'admin'
  /** The virtual time after it, in ms: another than `at` if it moved the clock. */
  end: number

  /**
   * @param at the virtual time at which it took effect, in ms
   */
  constructor(
    readonly id: AdminCallId,
    readonly at: number,
    readonly change: Change,
  ) {
    this.end = at
  }
}

/**
 * Something that changed a world, or may have: a request, or an admin call. Run again, it does the same.
 */
export type LoggedCommand = ServiceRequest | AdminCommand

/** Checks whether points of an id are at a command: one that only ends what is in the log already has none. */
export const isNamed = (command: LoggedCommand, id: CommandId): boolean =>
  command.id === id && !(command.kind === 'request' && changesNothing(command))

/** The virtual time after a command, in ms: a request moves no clock. */
export const endOf = (command: LoggedCommand): number =>
  command.kind === 'request' ? command.at : command.end

/** Bytes, or characters, of the body of a command. */
export const bodyBytesOf = (command: LoggedCommand): number =>
  command.kind === 'request' ? command.body.length : command.change.call.body.length

/** How a life of a world began. */
export interface Beginning {
  /** The virtual time in ms. */
  readonly at: number
  readonly by: 'start' | 'reset'
  /** The number in the last id of the journal then: above 0 if a reset kept the requests. */
  readonly lastRequest: number
}
