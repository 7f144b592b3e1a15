import type { ServerResponse } from 'node:http'
import type { MemoryAccount } from '../../core/memory.js'

/**
 * Bytes for each character that is held: the maker of the text, the answer and its socket have it at once, or the maker
 * still has what it was made of.
 */
const CHARACTER_BYTES = 3

/** The memory of an answer that is made in chunks, until its client has read it or is gone. */
export class HeldText {
  #bytes = 0

  constructor(
    private readonly response: ServerResponse,
    private readonly memory: MemoryAccount,
  ) {
    response.once('close', () => this.close())
  }

  /** Holds so many characters at least; false: there is no room for them. */
  has(characters: number): boolean {
    const more = CHARACTER_BYTES * characters - this.#bytes
    if (more <= 0) return true
    if (this.response.destroyed || !this.memory.take(more)) return false
    this.#bytes += more
    return true
  }

  close(): void {
    this.memory.add(-this.#bytes)
    this.#bytes = 0
  }

  /**
   * The chunks, one of which is held at a time.
   *
   * @throws Error where there is no room: then the answer breaks off
   */
  *counted(chunks: Iterable<string>): Generator<string> {
    for (const chunk of chunks) {
      if (!this.has(chunk.length)) throw new Error('there is no room for the next part')
      yield chunk
    }
  }
}
