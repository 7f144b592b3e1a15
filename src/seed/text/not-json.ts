import type { Mistake } from '../../core/json/json-problem.js'
import { messageText, type Problem } from './problems.js'
import type { SeedText } from './seed-text.js'

/** How a problem of broken JSON begins. */
export const NOT_JSON = 'this is no valid JSON: '

/** Thrown by the reader of JSON at the first thing that is not plain JSON; never leaves it. */
export class NotJson extends Error {
  /** @param mistake as JSON, at a place in the whole; left out where it is none, or one of which YAML tells more */
  constructor(private readonly mistake?: Mistake) {
    super()
  }

  problemIn(text: SeedText): Problem | undefined {
    if (this.mistake === undefined) return undefined
    const { at, message, hint } = this.mistake
    const told = messageText(NOT_JSON + message)
    const problem = { file: text.name, ...text.position(at), path: '', message: told }
    return hint === undefined ? problem : { ...problem, hint }
  }
}
