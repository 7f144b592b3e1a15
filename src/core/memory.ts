import { ContentsMemory } from './contents-memory.js'

/** Is told of bytes that are taken. @throws Refusal out_of_memory if there is no room for them */
export type Hold = (bytes: number) => void

/** The bytes that reading a byte of text takes, if records are of a usual length. */
export const READING_FACTOR = 7

/** The bytes that reading a byte of a file takes, besides the objects that it becomes. */
export const FILE_FACTOR = 4

/**
 * Holds all that an emulator remembers and has under way to one bound in bytes, over all worlds together (docs/DESIGN.md
 * section 9). Beyond it the account with the most to forget forgets its oldest; where nothing can be forgotten, what
 * asks for room gets none. Bytes are estimates, rather too high than too low.
 */
export class MemoryBudget {
  readonly #accounts = new Set<MemoryAccount>()
  /** The contents of its worlds. */
  readonly contents: ContentsMemory
  #used = 0

  constructor(readonly bytesMax: number) {
    this.contents = new ContentsMemory(this.open(), bytesMax)
  }

  /** Bytes that all accounts hold. */
  get used(): number {
    return this.#used
  }

  /** @param forget lets go of the oldest that is held, and notes so; false: there is nothing. Left out, there never is. */
  open(forget?: () => boolean): MemoryAccount {
    const account = new MemoryAccount(
      (bytes) => {
        this.#used += bytes
        if (bytes > 0 && this.#used > this.bytesMax) this.#forgetAsMuch()
      },
      (bytes) => this.#used + bytes <= this.bytesMax || this.#makeRoom(bytes),
      () => this.#accounts.delete(account),
      forget,
    )
    if (forget !== undefined) this.#accounts.add(account)
    return account
  }

  #makeRoom(bytes: number): boolean {
    this.contents.settle()
    const missing = this.#used + bytes - this.bytesMax
    return missing <= 0 || this.#forget(missing)
  }

  /** Wins so many bytes, and somewhat more, so that the next call need not look again; false: nothing is forgotten. */
  #forget(bytes: number): boolean {
    const forgettable = [...this.#accounts].reduce((sum, account) => sum + account.bytes, 0)
    if (forgettable < bytes) return false
    const goal = this.#used - Math.min(forgettable, bytes + this.bytesMax / 256)
    while (this.#used > goal) {
      const biggest = this.#biggest()
      if (biggest === undefined) break
      const rest = Math.max(0, biggest.bytes - (this.#used - goal))
      while (biggest.bytes > rest && biggest.forget());
      if (biggest.bytes > rest) break
    }
    return true
  }

  /** Forgets all that can be forgotten where that is less than is missing: some bytes are held in any case. */
  #forgetAsMuch(): void {
    if (this.#makeRoom(0)) return
    for (const account of this.#accounts) while (account.forget());
  }

  #biggest(): MemoryAccount | undefined {
    let biggest: MemoryAccount | undefined
    for (const account of this.#accounts) if (account.bytes > (biggest?.bytes ?? 0)) biggest = account
    return biggest
  }
}

/** What one keeper of things holds of a budget. */
export class MemoryAccount {
  #bytes = 0
  #isClosed = false

  constructor(
    private readonly note: (bytes: number) => void,
    private readonly makeRoom: (bytes: number) => boolean,
    private readonly leave: () => void,
    readonly forget: () => boolean = () => false,
  ) {}

  get bytes(): number {
    return this.#bytes
  }

  /** Notes bytes that are held now, or, below 0, no longer. Over the bound something is forgotten for them. */
  add(bytes: number): void {
    if (this.#isClosed) return
    this.#bytes += bytes
    this.note(bytes)
  }

  /** Notes bytes where there is room for them, or can be made; false: nothing is noted. */
  take(bytes: number): boolean {
    if (this.#isClosed || !this.makeRoom(bytes)) return false
    this.add(bytes)
    return true
  }

  /** Gives back all that is held: its keeper is let go. */
  close(): void {
    if (this.#isClosed) return
    this.add(-this.#bytes)
    this.#isClosed = true
    this.leave()
  }
}
