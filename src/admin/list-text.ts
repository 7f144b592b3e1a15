import { answerText } from './answer-text.js'

/** JSON text in pieces: what opens a list, and its items with commas between them. The caller closes it. */
export function* listPieces(open: string, items: Iterable<unknown>): Generator<string, undefined> {
  let before = open
  for (const item of items) {
    const text = answerText(item)
    if (typeof text === 'string') yield before + text
    else {
      yield before
      yield* text
    }
    before = ','
  }
  if (before === open) yield open
}
