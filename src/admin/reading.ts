import type { MemoryAccount, MemoryBudget } from '../core/memory.js'
import { Refusal } from '../core/refusal.js'
import type { Hold } from '../seed/text/reading-room.js'
import { boundOptions, MORE_MEMORY } from '../wording/bound-options.js'

/** The memory that a call takes to read its body, until it is over. Most calls take none. */
export class ReadingMemory {
  #account: MemoryAccount | undefined

  constructor(private readonly memory: MemoryBudget) {}

  /** @throws Refusal out_of_memory */
  readonly hold: Hold = (bytes) => {
    this.#account ??= this.memory.open()
    if (!this.#account.take(bytes)) throw this.#noRoom(this.#account.bytes + bytes)
  }

  close(): void {
    this.#account?.close()
  }

  #noRoom(bytes: number): Refusal {
    const option = `--${boundOptions.memory}`
    const bound = `all is bound to ${this.memory.bytesMax} (${option}), of which the worlds hold ${this.memory.contents.bytes}`
    return new Refusal('out_of_memory', `reading this takes more than ${bytes} bytes, and ${bound}`, {
      hint: `send it in parts, or ${MORE_MEMORY}`,
    })
  }
}
