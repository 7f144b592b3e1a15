import { type AdminCallId, type CommandId, isRequestId, numberOf } from '../core/command-id.js'
import type { WorldCopy } from './baseline.js'
import {
  type AdminCommand,
  type Beginning,
  bodyBytesOf,
  isNamed,
  type LoggedCommand,
  UNDOABLE,
} from './command.js'

/** Taken just before a command. */
interface Checkpoint {
  /** Commands logged since the last reset. */
  readonly index: number
  readonly copy: WorldCopy
}

/** The commands to replay from a checkpoint to reach a point in the log. */
export interface ReplayPath {
  readonly checkpoint: Checkpoint
  readonly commands: readonly LoggedCommand[]
}

export interface HistoryBounds {
  /** At least this many commands stay reachable, unless their bodies take too much memory. */
  readonly commandsMax: number
  readonly bodyBytesMax: number
}

const INTERVAL_MAX = 1000
const INTERVAL_MIN = 100

/** The next checkpoint is due when the bodies since the last one exceed this share of `bodyBytesMax`. */
const BODY_SHARE_MAX = 1 / 8

/**
 * A world's log since its last reset. There's a checkpoint every 1,000 commands and after every command that replaces
 * much of the world, since those are never replayed. Old commands are dropped up to a checkpoint.
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
    /** The number in the journal's last id. */
    private readonly lastRequest: () => number,
  ) {
    this.#interval = Math.min(INTERVAL_MAX, Math.max(INTERVAL_MIN, bounds.commandsMax))
  }

  /** Commands since the last reset, including dropped ones. */
  get length(): number {
    return this.#length
  }

  /** The number of the first command that can be replayed: 0 if none has been dropped. */
  get oldest(): number {
    return this.#checkpoints[0]?.index ?? this.#length
  }

  /** Virtual ms. */
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

  /** Ids of admin calls start after this number. */
  continueFrom(lastAdminNumber: number): void {
    this.#adminCount = lastAdminNumber
  }

  /** Call this before the command takes effect. */
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

  /** Logs nothing if the change throws. */
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

  /** Call this after replacing the state. The checkpoint is made before the next command. */
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
   * @param at virtual ms
   * @param before the world before a reset
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

  /** The remaining commands between two numbers, in a new list. */
  list(from: number, to = this.#length): LoggedCommand[] {
    const { oldest } = this
    return this.#commands.slice(Math.max(0, from - oldest), Math.max(0, to - oldest))
  }

  /** Undefined if the command was dropped or never existed. */
  at(index: number): LoggedCommand | undefined {
    return this.#commands[index - this.oldest]
  }

  /** The command's number. Undefined if the command was dropped or never existed. */
  find(id: CommandId): number | undefined {
    const place = this.#commands.findLastIndex((command) => isNamed(command, id))
    return place < 0 ? undefined : this.oldest + place
  }

  /** True even if the command has been dropped since. */
  hasGiven(id: CommandId): boolean {
    const number = numberOf(id)
    return number >= 1 && number <= (isRequestId(id) ? this.lastRequest() : this.#adminCount)
  }

  /** Undefined if the world before this command can no longer be rebuilt. */
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

  /** Drops everything before the second checkpoint, or all if there's only one. Returns false if the log is empty. */
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
