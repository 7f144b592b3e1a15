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

/** A checkpoint, and the commands to replay from there to reach a point in the log. */
export interface ReplayPath {
  readonly checkpoint: Checkpoint
  readonly commands: readonly LoggedCommand[]
}

export interface HistoryBounds {
  /** At least this many commands stay reachable, unless their bodies take too much memory. */
  readonly commandsMax: number
  /** Total size of all logged bodies. */
  readonly bodyBytesMax: number
}

const INTERVAL_MAX = 1000
const INTERVAL_MIN = 100

/** A new checkpoint is made when the bodies since the last one exceed this share of `bodyBytesMax`. */
const BODY_SHARE_MAX = 1 / 8

/**
 * A world's log since its last reset, with checkpoints to replay from. A checkpoint is made every 1,000 commands, and
 * after every command that replaces much of the world, since those are never replayed. Old commands are only dropped up
 * to a checkpoint.
 */
export class History {
  /** Oldest first. */
  #checkpoints: Checkpoint[] = []
  /** Starts at the first checkpoint. */
  #commands: LoggedCommand[] = []
  #length = 0
  #bodyBytes = 0
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
    /** Returns the number in the journal's last id. */
    private readonly lastRequest: () => number,
  ) {
    this.#interval = Math.min(INTERVAL_MAX, Math.max(INTERVAL_MIN, bounds.commandsMax))
  }

  /** The number of commands since the last reset, including dropped ones. */
  get length(): number {
    return this.#length
  }

  /** The number of the first command that can be replayed, which is 0 if none has been dropped. */
  get oldest(): number {
    return this.#checkpoints[0]?.index ?? this.#length
  }

  /** Virtual time of the start or the last reset, in ms. */
  get startedAt(): number {
    return this.#beginning.at
  }

  get beginning(): Beginning {
    return this.#beginning
  }

  /** True once a service has been called since the last reset. */
  get hasRequests(): boolean {
    return this.lastRequest() > this.#beginning.lastRequest
  }

  /** The last command that moved the clock or replaced the whole state. */
  get lastUndoable(): AdminCommand | undefined {
    return this.#lastUndoable
  }

  /** The world as it was before the last reset, if there was one. */
  get beforeReset(): WorldCopy | undefined {
    return this.#beforeReset
  }

  /** Oldest first. */
  get checkpoints(): readonly Checkpoint[] {
    return this.#checkpoints
  }

  nextAdminId(): AdminCallId {
    this.#adminCount++
    return `a${this.#adminCount}`
  }

  /** Makes admin call ids continue after this number. */
  continueFrom(lastAdminNumber: number): void {
    this.#adminCount = lastAdminNumber
  }

  /** Logs a command. Must be called before the command takes effect. */
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

  /** Runs a change and logs its command. If the change throws, nothing is logged. */
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

  /** Creates a checkpoint before the next command. Call this after replacing the state. */
  requestCheckpoint(): void {
    this.#isDue = true
  }

  /** Frees the memory of all checkpoints, and of the commands, which are useless without them. */
  releaseContents(): void {
    this.#beforeReset = undefined
    this.#removeAll()
  }

  /**
   * Starts a new log.
   *
   * @param at virtual time in ms
   * @param before the world before the reset, if this is one
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

  /** Returns the remaining commands between two numbers, in a new list. */
  list(from: number, to = this.#length): LoggedCommand[] {
    const { oldest } = this
    return this.#commands.slice(Math.max(0, from - oldest), Math.max(0, to - oldest))
  }

  /** Returns undefined if the command was dropped or there is no such number. */
  at(index: number): LoggedCommand | undefined {
    return this.#commands[index - this.oldest]
  }

  /** Returns the number of the command with this id, or undefined if the id is unknown or the command was dropped. */
  find(id: CommandId): number | undefined {
    const place = this.#commands.findLastIndex((command) => isNamed(command, id))
    return place < 0 ? undefined : this.oldest + place
  }

  /** Returns true if the id was given out since the last reset. */
  hasGiven(id: CommandId): boolean {
    const number = numberOf(id)
    return number >= 1 && number <= (isRequestId(id) ? this.lastRequest() : this.#adminCount)
  }

  /** Returns how to rebuild the world as it was before a command, or undefined if that's no longer possible. */
  pathTo(index: number): ReplayPath | undefined {
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

  /** Drops all before the second checkpoint, or everything if there's only one. Returns false if the log is empty. */
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
