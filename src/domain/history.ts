import { type AdminCallId, type CommandId, isRequestId, numberOf } from '../core/command-id.js'
import type { Checkpoint, WorldCopy } from './baseline.js'
import {
  type AdminCommand,
  type Beginning,
  bodyBytesOf,
  isNamed,
  type LoggedCommand,
  UNDOABLE,
} from './command.js'

/** A checkpoint, and the commands that lead from it to a place in the log. */
export interface Way {
  readonly checkpoint: Checkpoint
  readonly commands: readonly LoggedCommand[]
}

export interface HistoryBounds {
  /** Commands that can be reached, at least, unless their bodies take too much. */
  readonly commandsMax: number
  /** Bytes of the bodies of all commands in the log. */
  readonly bodyBytesMax: number
}

const INTERVAL_MAX = 1000
const INTERVAL_MIN = 100

/** The share of the bound on bodies that the commands after a checkpoint may take before the next one. */
const BODY_SHARE_MAX = 1 / 8

/**
 * The commands of a world since its present life began, in the order in which they took effect, and checkpoints to run
 * them again from. There is one every 1,000 commands, and one after each command that replaces much of the contents:
 * such a command is never run again. The log is cut at a checkpoint, which then is its beginning.
 */
export class History {
  /** Oldest first. */
  #checkpoints: Checkpoint[] = []
  /** From the first checkpoint on. */
  #commands: LoggedCommand[] = []
  #length = 0
  #bodyBytes = 0
  /** Bytes of the bodies of the commands since the last checkpoint. */
  #newBodyBytes = 0
  #isDue = false
  #adminCount = 0
  #beginning: Beginning = { at: 0, by: 'start', lastRequest: 0 }
  #beforeReset: WorldCopy | undefined
  #lastUndoable: AdminCommand | undefined
  readonly #interval: number

  constructor(
    private readonly bounds: HistoryBounds,
    private readonly copy: () => WorldCopy,
    /** The number in the last id of the journal. */
    private readonly lastRequest: () => number,
  ) {
    this.#interval = Math.min(INTERVAL_MAX, Math.max(INTERVAL_MIN, bounds.commandsMax))
  }

  /** How many commands there were in this life, with those that are gone. */
  get length(): number {
    return this.#length
  }

  /** The number of the first command that can be run again; with nothing gone, 0. */
  get oldest(): number {
    return this.#checkpoints[0]?.index ?? this.#length
  }

  /** The virtual time at which this life began, in ms. */
  get startedAt(): number {
    return this.#beginning.at
  }

  /** How this life began. */
  get beginning(): Beginning {
    return this.#beginning
  }

  /** True once a request to the services has come since the last reset. */
  get hasRequests(): boolean {
    return this.lastRequest() > this.#beginning.lastRequest
  }

  /** The last change of the clock or of the state as a whole; undefined if there was none in this life. */
  get lastUndoable(): AdminCommand | undefined {
    return this.#lastUndoable
  }

  /** The world as it was before the reset that this life began with; undefined if it began otherwise. */
  get beforeReset(): WorldCopy | undefined {
    return this.#beforeReset
  }

  /** The checkpoints of the commands that are left, oldest first. */
  get checkpoints(): readonly Checkpoint[] {
    return this.#checkpoints
  }

  /** Returns the id of the next admin call. */
  nextAdminId(): AdminCallId {
    this.#adminCount++
    return `a${this.#adminCount}`
  }

  /** Sets the number after which ids of admin calls go on. */
  continueFrom(lastAdminNumber: number): void {
    this.#adminCount = lastAdminNumber
  }

  /** Adds a command, before it takes effect. */
  add(command: LoggedCommand): void {
    const last = this.#checkpoints.at(-1)
    const isFull =
      last === undefined ||
      this.#length - last.index >= this.#interval ||
      this.#newBodyBytes > this.bounds.bodyBytesMax * BODY_SHARE_MAX
    if (isFull || this.#isDue) this.#checkpoint()
    this.#length++
    this.#commands.push(command)
    this.#bodyBytes += bodyBytesOf(command)
    this.#newBodyBytes += bodyBytesOf(command)
    if (this.#bodyBytes > this.bounds.bodyBytesMax) this.#dropOldest()
  }

  /** Makes the change of a command and adds the command, unless the change throws. */
  record<R>(command: AdminCommand, change: () => R): R {
    this.add(command)
    const { length } = this
    try {
      const done = change()
      if (UNDOABLE.has(command.change.area) && this.length === length) this.#lastUndoable = command
      return done
    } catch (error) {
      this.#takeBack(command)
      throw error
    }
  }

  /** Call after replacing the state. The next command starts a new checkpoint. */
  requestCheckpoint(): void {
    this.#isDue = true
  }

  /** Releases all contents that it keeps, and the commands, which lead nowhere without them. */
  releaseContents(): void {
    this.#beforeReset = undefined
    this.#removeAll()
  }

  /**
   * Begins a new life.
   *
   * @param at the virtual time in ms
   * @param before the world as it was; undefined if there was none
   */
  begin(at: number, before?: WorldCopy): void {
    this.#removeAll()
    this.#length = 0
    this.#adminCount = 0
    const by = before === undefined ? 'start' : 'reset'
    this.#beginning = { at, by, lastRequest: this.lastRequest() }
    this.#beforeReset = before
    this.#lastUndoable = undefined
  }

  /** The present commands from one number to another, in a new list. */
  list(from: number, to = this.#length): LoggedCommand[] {
    const { oldest } = this
    return this.#commands.slice(Math.max(0, from - oldest), Math.max(0, to - oldest))
  }

  /** The command of a number; undefined if it is gone, or never was. */
  at(index: number): LoggedCommand | undefined {
    return this.#commands[index - this.oldest]
  }

  /** The number of the command that points of an id name; undefined if there is none, or none any more. */
  find(id: CommandId): number | undefined {
    const place = this.#commands.findLastIndex((command) => isNamed(command, id))
    return place < 0 ? undefined : this.oldest + place
  }

  /** Whether the id was given to a command of this life. */
  hasGiven(id: CommandId): boolean {
    const number = numberOf(id)
    return number >= 1 && number <= (isRequestId(id) ? this.lastRequest() : this.#adminCount)
  }

  /** The way to the world as it was before a command; undefined if it cannot be reached any more. */
  wayTo(index: number): Way | undefined {
    const checkpoint = this.#checkpoints.findLast((one) => one.index <= index)
    return checkpoint && { checkpoint, commands: this.list(checkpoint.index, index) }
  }

  #takeBack(command: AdminCommand): void {
    if (this.#commands.at(-1) !== command) return
    this.#commands.pop()
    this.#length--
    this.#bodyBytes -= bodyBytesOf(command)
    this.#newBodyBytes -= bodyBytesOf(command)
  }

  #checkpoint(): void {
    this.#checkpoints.push({ index: this.#length, copy: this.copy() })
    this.#newBodyBytes = 0
    this.#isDue = false
    while (this.#length - (this.#checkpoints[1]?.index ?? this.#length) >= this.bounds.commandsMax) {
      if (!this.#dropOldest()) break
    }
  }

  /** Drops all that comes before the second checkpoint, or all if there is no second one; false if there is nothing. */
  #dropOldest(): boolean {
    const oldest = this.#checkpoints.shift()
    if (oldest === undefined) return false
    const gone = this.#commands.splice(0, this.oldest - oldest.index)
    this.#bodyBytes -= gone.reduce((sum, command) => sum + bodyBytesOf(command), 0)
    return true
  }

  #removeAll(): void {
    this.#checkpoints = []
    this.#commands = []
    this.#bodyBytes = 0
    this.#newBodyBytes = 0
  }
}
