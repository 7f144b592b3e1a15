import { FILE_FACTOR, type Hold, type MemoryAccount, MemoryBudget } from '../core/memory.js'
import { printable } from '../core/printable.js'
import { MORE_MEMORY } from '../wording/bound-options.js'
import { StartError } from './start-error.js'

/** What the program takes of a heap, and the space for what is young. */
const PROGRAM_BYTES = 64 * 1024 * 1024
/** Reading at a start has the rest to itself, but for what is not collected yet. */
const HEAP_SHARE = 3 / 4

/** The memory for files that are read, and for what they become. */
export class FileMemory {
  /** @param account is closed once that is over */
  constructor(private readonly account: MemoryAccount) {}

  /** That of a start. @param heapBytesMax the bytes that the heap may take */
  static ofHeap(heapBytesMax: number): FileMemory {
    const left = Math.max(heapBytesMax - PROGRAM_BYTES, heapBytesMax / 4)
    return new FileMemory(new MemoryBudget(left * HEAP_SHARE).open())
  }

  /** @param what is read, such as "the seed fixtures.yaml"; the hold throws StartError out_of_memory */
  holdFor(what: string): Hold {
    return (bytes) => {
      if (!this.account.take(bytes)) throw tooLarge(what)
    }
  }

  close(): void {
    this.account.close()
  }
}

/** @param what takes too much */
export const tooLarge = (what: string): StartError =>
  new StartError(
    'out_of_memory',
    `${printable(what)} takes more memory than there is for contents; ${MORE_MEMORY}`,
  )

/** A name or a value in JSON, with its signs. */
const JSON_CHARACTERS = 8
/** So many characters are held at a time. */
const HELD_CHARACTERS = 65_536

/** Data as JSON. `hold` is told what that takes while it is made. */
export function heldJson(data: object, hold: Hold): string {
  let characters = 0
  return JSON.stringify(data, (name, value: unknown) => {
    characters += name.length + (typeof value === 'string' ? value.length : 0) + JSON_CHARACTERS
    if (characters >= HELD_CHARACTERS) {
      hold(FILE_FACTOR * characters)
      characters = 0
    }
    return value
  })
}
