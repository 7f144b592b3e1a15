import { describe, expect, test } from 'vitest'
import { problemsOf } from '../seeds.js'

/** Namespaces of some entries each, of which the last is wrong in its last field. */
function namespaces(count: number, entries: number): string {
  const list = Array.from({ length: count }, (_, index) => ({
    id: `ns_a_${index}`,
    entries: Array.from({ length: entries }, (_, key) => ({ key: `k${key}`, value: '}]', ttlSeconds: 60 })),
  }))
  return JSON.stringify({ namespaces: list }).replace(/\]\}\]\}$/, '], "nope": 1}]}')
}

describe('of JSON', () => {
  test.each([
    ['short', namespaces(1000, 1)],
    ['long', namespaces(3, 1000)],
  ])('a problem has its place in what is %s', (_name, text) => {
    const [problem] = problemsOf(text)
    expect(problem).toMatchObject({ line: 1, column: text.indexOf('"nope"') + 1 })
  })
})
