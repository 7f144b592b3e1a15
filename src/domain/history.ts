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

/** A checkpoint and the commands that lead from it to a point in the log. */
export interface ReplayPath {
  readonly checkpoint: Checkpoint
  readonly commands: readonly LoggedCommand[]
}

export interface HistoryBounds {
  /** Minimum number of reachable commands, unless their bodies take too much. */
  readonly commandsMax: number
  /** Bytes of the bodies of all logged commands. */
  readonly bodyBytesMax: number
}

const INTERVAL_MAX = 1000
const INTERVAL_MIN = 100

/** Share of bodyBytesMax that the commands after one checkpoint may take. */
const BODY_SHARE_MAX = 1 / 8

/**
 * The log of a world since its last reset, with checkpoints to replay from. There is a checkpoint every 1,000 commands,
 * and one after each command that replaces much of the contents, which is never replayed. The log is cut at checkpoints
 * only.
 */
export class History {
  /** Oldest first. */
  #checkpoints: Checkpoint[] = []
  /** From the first checkpoint on. */
  #commands: LoggedCommand[] = []
  #length = 0
  #bodyBytes = 0
  /** Bytes of the bodies since the last checkpoint. */
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
    /** The number in the journal's last id. */
    private readonly lastRequest: () => number,
  ) {
    this.#interval = Math.min(INTERVAL_MAX, Math.max(INTERVAL_MIN, bounds.commandsMax))
  }

  /** Commands of this life, including dropped ones. */
  get length(): number {
    return this.#length
  }

  /** Number of the first command that can be replayed; 0 if none was dropped. */
  get oldest(): number {
    return this.#checkpoints[0]?.index ?? this.#length
  }

  /** Virtual time at which this life began, in ms. */
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

  /** The last change of the clock or of the whole state, if any. */
  get lastUndoable(): AdminCommand | undefined {
    return this.#lastUndoable
  }

  /** The world before the reset that began this life, if one did. */
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

  /** Makes the ids of admin calls continue after this number. */
  continueFrom(lastAdminNumber: number): void {
    this.#adminCount = lastAdminNumber
  }

  /** Logs a command. Call it before the command takes effect. */
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

  /** Runs a change and logs its command, unless the change throws. */
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

  /** Makes the next command start with a checkpoint. Call it after replacing the state. */
  requestCheckpoint(): void {
    this.#isDue = true
  }

  /** Releases all checkpoints, and the commands, which are useless without them. */
  releaseContents(): void {
    this.#beforeReset = undefined
    this.#removeAll()
  }

  /**
   * Begins a new life.
   *
   * @param at virtual time in ms
   * @param before the previous world, if there was one
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

  /** Returns a new list of the commands kept between two numbers. */
  list(from: number, to = this.#length): LoggedCommand[] {
    const { oldest } = this
    return this.#commands.slice(Math.max(0, from - oldest), Math.max(0, to - oldest))
  }

  /** Returns undefined for a dropped or unknown number. */
  at(index: number): LoggedCommand | undefined {
    return this.#commands[index - this.oldest]
  }

  /** Returns the number of the command with this id; undefined if it is unknown or dropped. */
  find(id: CommandId): number | undefined {
    const place = this.#commands.findLastIndex((command) => isNamed(command, id))
    return place < 0 ? undefined : this.oldest + place
  }

  /** True if a command of this life ever had the id. */
  hasGiven(id: CommandId): boolean {
    const number = numberOf(id)
    return number >= 1 && number <= (isRequestId(id) ? this.lastRequest() : this.#adminCount)
  }

  /** Returns how to rebuild the world before a command, or undefined if that's no longer possible. */
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

  /** Drops everything before the second checkpoint, or all if there is only one. Returns false if the log is empty. */
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
