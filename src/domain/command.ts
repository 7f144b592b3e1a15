import type { AdminCallId, CommandId } from '../core/command-id.js'

/** Something that changed a world, or may have: a request, or an admin call. Run again, it does the same. */
export interface Command {
  readonly id: CommandId
  /** The virtual time at which it took effect, in ms. */
  readonly at: number
  /** The virtual time after it, in ms: another one if it moved the clock. */
  readonly end: number
  /** Bytes, or characters, of its body. */
  readonly bodyBytes: number
  /** Whether it only ends what is in the log already: points of its id are there. */
  readonly changesNothing?: boolean
}

/** Whether points of an id are at a command. */
export const isNamed = (command: Command, id: CommandId): boolean =>
  command.id === id && command.changesNothing !== true

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
export class AdminCommand implements Command {
  end: number

  constructor(
    readonly id: AdminCallId,
    readonly at: number,
    readonly change: Change,
  ) {
    this.end = at
  }

  get bodyBytes(): number {
    return this.change.call.body.length
  }
}

/** A command in the log of a world with such requests. */
export type LoggedCommand<Request extends Command> = Request | AdminCommand

/** How a life of a world began. */
export interface Beginning {
  /** The virtual time in ms. */
  readonly at: number
  readonly by: 'start' | 'reset'
  /** The number in the last id of the journal then: above 0 if a reset kept the requests. */
  readonly lastRequest: number
}
