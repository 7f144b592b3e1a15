import { describe, expect, test } from 'vitest'
import { FIELDS_MAX, TOO_MANY_FIELDS } from '../../../src/seed/text/problems.js'
import { problemsOf } from '../seeds.js'

describe('the bound on the fields of a mapping', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, index]))
  const written = (data: object) => [
    JSON.stringify(data),
    Object.keys(data)
      .map((name) => `${name}: 1`)
      .join('\n'),
  ]

  test.each(written(fields(FIELDS_MAX + 1)))('is a problem of its own if exceeded: %.40s', (text) => {
    const [first, ...others] = problemsOf(text)
    const column = text.startsWith('{') ? text.indexOf(`"name${FIELDS_MAX}"`) + 1 : 1
    const found = [first, ...others].find((problem) => problem?.message === TOO_MANY_FIELDS)
    expect(found).toMatchObject({ column, line: text.startsWith('{') ? 1 : FIELDS_MAX + 1 })
  })

  test.each(written(fields(FIELDS_MAX)).slice(0, 1))('allows exactly its number: %.40s', (text) => {
    const messages = problemsOf(text).map(({ message }) => message)
    expect(messages).toEqual([expect.stringMatching(/^this is not a seed: it has name0, name1, name2, …/)])
  })

  test('holds for the profile and its sections', () => {
    for (const profile of [fields(FIELDS_MAX + 1), { kv: fields(FIELDS_MAX + 1) }]) {
      const messages = problemsOf(JSON.stringify({ profile })).map(({ message }) => message)
      expect(messages).toContain(TOO_MANY_FIELDS)
    }
  })

  test('does not hold for values', () => {
    const value = fields(FIELDS_MAX + 1)
    const seed = { namespaces: [{ id: 'ns_a_1', entries: [{ key: 'k', value, ttlSeconds: 60 }] }] }
    expect(problemsOf(JSON.stringify(seed))).toEqual([])
  })
})
