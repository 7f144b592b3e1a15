import { expect, test } from 'vitest'
import { nearest } from '../../src/core/nearest.js'
import { streamFor } from '../../src/core/random.js'

test.each([
  ['entires', ['keys', 'entries'], 'entries'],
  ['entrise', ['entires', 'entries'], 'entries'],
  ['Statsu', ['status', 'state'], 'status'],
  ['forbid', ['forbidden', 'other'], 'forbidden'],
  ['for', ['forbidden', 'foreign'], undefined],
  ['readonly', ['write', 'read'], 'read'],
  ['readability', ['write', 'read'], undefined],
  ['zzzzzz', ['keys', 'entries'], undefined],
  ['k', ['keys', 'kv'], 'kv'],
  ['k'.repeat(200), ['k'.repeat(199)], 'k'.repeat(199)],
  ['k'.repeat(201), ['k'.repeat(200)], undefined],
])('the word nearest to %s is found among %s', (word, candidates, meant) => {
  expect(nearest(word, candidates)).toBe(meant)
})

/** The number of edits by definition, which tries everything. */
function edits(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length
  const [a, b] = [from.slice(1), to.slice(1)]
  const isSwapped = from.length > 1 && from[0] === to[1] && from[1] === to[0]
  return Math.min(
    edits(a, to) + 1,
    edits(from, b) + 1,
    edits(a, b) + (from[0] === to[0] ? 0 : 1),
    isSwapped ? edits(from.slice(2), to.slice(2)) + 1 : Number.POSITIVE_INFINITY,
  )
}

test('the nearest word is the first with the fewest edits, which may be a third of its letters at most', () => {
  const random = streamFor(1, 'words')
  const word = () => Array.from({ length: 1 + random.integer(6) }, () => 'abc'[random.integer(3)]).join('')
  for (let tried = 0; tried < 500; tried++) {
    const wanted = word()
    const candidates = Array.from({ length: 4 }, word).filter((one) => !one.startsWith(wanted))
    const most = Math.max(1, Math.min(3, Math.floor(wanted.length / 3)))
    const fewest = Math.min(...candidates.map((one) => edits(wanted, one)))
    const meant = fewest > most ? undefined : candidates.find((one) => edits(wanted, one) === fewest)
    expect(nearest(wanted, candidates), `${wanted} among ${candidates}`).toBe(meant)
  }
})
