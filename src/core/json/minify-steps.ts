import { inOne, textParts } from '../text/text-parts.js'
import { ownCopy } from './json-text.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Of the characters that stand outside of strings in JSON, white space alone is not above this. */
const LAST_SPACE = 0x20

/** `minify` in slices. */
export function minifySteps(json: string): string {
  const reading = new Minifying()
  const texts: string[] = []
  for (const part of textParts(json)) {
    texts.push(ownCopy(reading.take(part)))
  }
  return inOne(texts)
}

/** Drops white space of valid JSON text that is given part by part. */
class Minifying {
  #isInString = false
  #isEscaped = false

  take(part: string): string {
    const pieces: string[] = []
    let kept = 0
    for (let at = 0; at < part.length; at++) {
      const code = part.charCodeAt(at)
      if (this.#isEscaped) this.#isEscaped = false
      else if (code === BACKSLASH) this.#isEscaped = true
      else if (code === QUOTE) this.#isInString = !this.#isInString
      else if (code <= LAST_SPACE && !this.#isInString) {
        if (at > kept) pieces.push(part.slice(kept, at))
        kept = at + 1
      }
    }
    return kept === 0 ? part : pieces.join('') + part.slice(kept)
  }
}
