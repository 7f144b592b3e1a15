import { describe, expect, test } from 'vitest'
import { expandProblemsOf, marked, parsed, problemsOf } from '../seeds.js'

test.each(['{"namespaces": [{"id": "ns_a_1"}]}', 'namespaces: [{ id: ns_a_1 }]'])(
  'places are nothing that data shows, or a copy of it has: %s',
  (text) => {
    const [namespace = {}] = parsed(text).namespaces ?? []
    expect(namespace).toStrictEqual({ id: 'ns_a_1' })
    expect(Reflect.ownKeys({ ...namespace })).toEqual(['id'])
    expect(structuredClone(namespace)).toStrictEqual({ id: 'ns_a_1' })
  },
)

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

  test('a problem has its place in short seeds that are joined', async () => {
    const one = '{"namespaces": [{"id": "ns_a_1"}]}'
    const { text, at } = marked(
      '{"namespaces": [{"id": "ns_b_1", "entries": [\n{"key": "k", "value": §"{{no.such}}", "ttlSeconds": 60}]}]}',
    )
    const problems = await expandProblemsOf(one, text)
    expect(problems.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual([`b.yaml:${at}`])
  })
})
