import { type MemoryAccount, MemoryBudget } from '../core/memory.js'
import { Rows } from '../core/rows/rows.js'
import { type Capture, type Checkpoint, Segment } from './baseline.js'
import {
  type AdminCommand,
  type Beginning,
  type Command,
  type CommandTimes,
  isNamed,
  type LoggedCommand,
  type Stretch,
  UNDOABLE,
} from './command.js'

/** A checkpoint, and the commands that lead from it to a place in the log. */
export interface Way<Request extends Command> {
  readonly checkpoint: Checkpoint
  readonly commands: readonly LoggedCommand<Request>[]
}

export interface HistoryBounds {
  /** Commands that can be reached, at least, unless their bytes are too many. */
  readonly commandsMax: number
  readonly bytesMax: number
}

const INTERVAL_MAX = 1000
const INTERVAL_MIN = 100

/**
 * The commands of a world since its present life began, in the order in which they took effect, and checkpoints to run
 * them again from: one every 1,000 commands, and one behind each command that puts much in the place of the present
 * contents, which so is never run again. Where the oldest part goes, the next checkpoint is the beginning.
 */
export class History<Request extends Command = Command> {
  /** Oldest first. */
  #segments: Segment[] = []
  /** From the first checkpoint on. */
  readonly #commands = new Rows<LoggedCommand<Request>>()
  #length = 0
  #bytes = 0
  #isDue = false
  /** Commands that are not kept yet, since there was no room: a checkpoint for each would cost more than it gives. */
  #pause = 0
  #adminCount = 0
  #beginning: Beginning = { at: 0, by: 'start', lastRequest: 0 }
  #newestRequest: Request | undefined
  #beforeReset: Capture | undefined
  #lastUndoable: AdminCommand | undefined
  readonly #interval: number
  readonly #account: MemoryAccount
  /** Contents may have gone with a checkpoint. */
  readonly #noteLess: () => void

  constructor(
    private readonly bounds: HistoryBounds,
    private readonly capture: () => Capture,
    /** The number in the last id of the journal. */
    private readonly lastRequest: () => number,
    memory = new MemoryBudget(Number.POSITIVE_INFINITY),
  ) {
    this.#interval = Math.min(INTERVAL_MAX, Math.max(INTERVAL_MIN, bounds.commandsMax))
    this.#account = memory.open(() => this.#dropOldest())
    this.#noteLess = () => memory.contents.noteLess()
  }

  /** How many commands there were in this life, with those that are gone. */
  get length(): number {
    return this.#length
  }

  /** The number of the first command that can be run again; with nothing gone, 0. */
  get oldest(): number {
    return this.#segments[0]?.index ?? this.#length
  }

  /** The virtual time at which this life began, in ms. */
  get startedAt(): number {
    return this.#beginning.at
  }

  /** How this life began. */
  get beginning(): Beginning {
    return this.#beginning
  }

  /** The last request; undefined where none came yet. */
  get newestRequest(): Request | undefined {
    return this.#newestRequest
  }

  /** The last change of the clock or of the state as a whole; undefined where there was none in this life. */
  get lastUndoable(): AdminCommand | undefined {
    return this.#lastUndoable
  }

  /** The world as it was before the reset that this life began with; undefined where it began otherwise. */
  get beforeReset(): Capture | undefined {
    return this.#beforeReset
  }

  /** The id that the next admin call is to carry. */
  nextAdminId(): string {
    this.#adminCount++
    return `a${this.#adminCount}`
  }

  /** Ids of admin calls go on behind this number. */
  continueFrom(lastAdminNumber: number): void {
    this.#adminCount = lastAdminNumber
  }

  /** Notes a request, ahead of its effect. */
  addRequest(request: Request): void {
    this.#add(request)
    this.#newestRequest = request
  }

  /** Makes the change that a command is, and notes it; one that throws was none. */
  record<R>(command: AdminCommand, change: () => R): R {
    this.#add(command)
    const { length } = this
    try {
      const done = change()
      this.#segments.at(-1)?.widen(command.end)
      if (UNDOABLE.has(command.change.area) && this.length === length) this.#lastUndoable = command
      return done
    } catch (error) {
      this.#takeBack(command)
      throw error
    }
  }

  /** Much of the contents is another now: a checkpoint follows. */
  land(): void {
    this.#isDue = true
  }

  /** The contents that it keeps: they count with those of the world, of which they share most. */
  captures(): readonly Capture[] {
    const captures = this.#segments.map(({ capture }) => capture)
    return this.#beforeReset === undefined ? captures : [...captures, this.#beforeReset]
  }

  /** Lets go of all contents, and of the commands, which lead nowhere without them; false: there are none. */
  forgetContents(): boolean {
    if (this.captures().length === 0) return false
    this.#beforeReset = undefined
    this.#forgetAll()
    this.#pause = INTERVAL_MIN
    return true
  }

  /**
   * A new life begins.
   *
   * @param at the virtual time in ms
   * @param before the world as it was; undefined where there was none
   */
  begin(at: number, before?: Capture): void {
    this.#forgetAll()
    this.#length = 0
    this.#adminCount = 0
    const by = before === undefined ? 'start' : 'reset'
    this.#beginning = { at, by, lastRequest: this.lastRequest() }
    this.#beforeReset = before
    this.#lastUndoable = undefined
  }

  /** The commands from one number to another, whatever is forgotten meanwhile: each is made when it comes. */
  list(from: number, to = this.#length): Iterable<LoggedCommand<Request>> {
    return this.#commands.asOfNow(from - this.oldest, to - this.oldest)
  }

  /** The command of a number; undefined where it is gone, or never was. */
  at(index: number): LoggedCommand<Request> | undefined {
    return this.#commands.at(index - this.oldest)
  }

  /** The times of the command of a number, which is not made for them: one in a row moves no clock. */
  timesAt(index: number): CommandTimes | undefined {
    const at = this.#commands.timeAt(index - this.oldest)
    return at === undefined ? this.at(index) : { at, end: at }
  }

  /** The number of the command that points of an id name; undefined where there is none, or none any more. */
  find(id: string): number | undefined {
    const place = this.#commands.findLastIndex(Number(id.slice(1)), (command) => isNamed(command, id))
    return place < 0 ? undefined : this.oldest + place
  }

  /** Whether the id was given to a command of this life. */
  hasGiven(id: string): boolean {
    const number = Number(id.slice(1))
    return number >= 1 && number <= (id.startsWith('a') ? this.#adminCount : this.lastRequest())
  }

  /** How to get to the world as it was ahead of a command; undefined where that is not there any more. */
  wayTo(index: number): Way<Request> | undefined {
    const checkpoint = this.#segmentOf(index)
    if (checkpoint === undefined) return undefined
    const { oldest } = this
    return { checkpoint, commands: this.#commands.slice(checkpoint.index - oldest, index - oldest) }
  }

  /** The checkpoints that are left with the commands behind them, oldest first. */
  segments(): readonly (Checkpoint & Stretch)[] {
    return [...this.#segments]
  }

  /** Forgets all, for good. */
  close(): void {
    this.begin(this.startedAt)
    this.#account.close()
  }

  /** The last one that begins at or before a command. */
  #segmentOf(index: number): Segment | undefined {
    return this.#segments.findLast((segment) => segment.index <= index)
  }

  #add(command: LoggedCommand<Request>): void {
    const { bytesMax } = this.bounds
    const last = this.#segments.at(-1)
    if (this.#pause > 0) {
      this.#pause--
      this.#length++
      return
    }
    const isFull =
      last === undefined || this.#length - last.index >= this.#interval || last.bytes > bytesMax / 8
    const segment = isFull || this.#isDue ? this.#checkpoint() : last
    this.#length++
    // There may be no room for a checkpoint.
    if (segment !== this.#segments.at(-1)) return
    this.#commands.push(command)
    segment.widen(command.at)
    this.#note(segment, command.bytes)
    if (this.#bytes > bytesMax) this.#dropOldest()
  }

  #takeBack(command: AdminCommand): void {
    const segment = this.#segments.at(-1)
    if (segment === undefined || this.#commands.at(this.#commands.length - 1) !== command) return
    this.#commands.pop()
    this.#length--
    this.#note(segment, -command.bytes)
  }

  #note(segment: Segment, bytes: number): void {
    segment.bytes += bytes
    this.#hold(bytes)
  }

  #hold(bytes: number): void {
    this.#bytes += bytes
    this.#account.add(bytes)
  }

  #checkpoint(): Segment {
    const segment = new Segment(this.#length, this.capture())
    this.#segments.push(segment)
    this.#hold(segment.ownBytes)
    this.#isDue = false
    while (this.#length - (this.#segments[1]?.index ?? this.#length) >= this.bounds.commandsMax) {
      if (!this.#dropOldest()) break
    }
    return segment
  }

  /** Drops all that comes before the second checkpoint; without one, all. */
  #dropOldest(): boolean {
    const oldest = this.#segments.shift()
    if (oldest === undefined) return false
    this.#noteLess()
    this.#hold(-oldest.bytes - oldest.ownBytes)
    this.#commands.dropFirst((this.#segments[0]?.index ?? this.#length) - oldest.index)
    if (this.#segments.length === 0) {
      this.#forgetAll()
      this.#pause = INTERVAL_MIN
    }
    return true
  }

  #forgetAll(): void {
    this.#noteLess()
    this.#hold(-this.#bytes)
    this.#segments = []
    this.#commands.clear()
    this.#pause = 0
    this.#newestRequest = undefined
  }
}
