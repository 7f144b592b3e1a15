import type { ServerResponse } from 'node:http'
import type { MemoryAccount } from '../core/memory.js'

/** Bytes for each character of a chunk, which the maker of the text, the answer and its socket have at once. */
const CHARACTER_BYTES = 3

/** The memory of an answer that is sent while it is made: a client that does not read keeps as much as its longest chunks. */
export class HeldChunks {
  #bytes = 0

  constructor(
    private readonly response: ServerResponse,
    private readonly memory: MemoryAccount,
  ) {
    response.once('close', () => memory.add(-this.#bytes))
  }

  /** false: there is no room for the chunk. */
  take(chunk: string): boolean {
    const more = CHARACTER_BYTES * chunk.length - this.#bytes
    if (more <= 0) return true
    if (this.response.destroyed || !this.memory.take(more)) return false
    this.#bytes += more
    return true
  }

  /** @throws Error where there is no room: then the answer breaks off */
  *counted(chunks: Iterable<string>): Generator<string> {
    for (const chunk of chunks) {
      if (!this.take(chunk)) throw new Error('there is no room for the next part')
      yield chunk
    }
  }
}
