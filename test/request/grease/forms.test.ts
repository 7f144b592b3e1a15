import { describe, expect, test } from 'vitest'
import { Grease } from '../../../src/domain/profile/grease.js'
import type { Reply } from '../../../src/domain/requests/reply.js'
import { greased } from '../../../src/request/grease.js'

/** The forms that grease gives an answer, over many draws. */

const DRAWS = 400
const grease = new Grease(7)

const draw = (answer: Partial<Reply>, draws = DRAWS): Reply[] =>
  Array.from({ length: draws }, (_, index) =>
    greased({ status: 200, headers: [], body: undefined, ...answer }, grease, `r${index}`),
  )
const textOf = ({ body }: Reply): string => {
  if (typeof body === 'string') return body
  throw new Error('the body is not text')
}
/** Draws differently each time, because errors draw by their message. */
const drawErrors = (answer: Partial<Reply> = {}): Reply[] =>
  Array.from({ length: DRAWS }, (_, index) => {
    const body = `{"ok":false,"message":"Not there.","n":${index}}`
    return greased({ status: 404, headers: [], body, ...answer }, grease, 'r1')
  })

const isGrease = (name: string): boolean => /^grease_/.test(name)

/** Removes the members that grease added. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isGrease(name))
      .map(([name, inner]) => [name, plain(inner)]),
  )
}
/** The unknown members of an object, with their values. */
const added = (object: object): [string, unknown][] =>
  Object.entries(object).filter(([name]) => isGrease(name))

const share = (these: readonly unknown[], of: number): number => these.length / of

describe('an object', () => {
  const body = '{"ok":true,"value":{"b":1,"a":2},"ttlSeconds":60}'

  test('a greased object keeps its members, in any order, and the value in it letter for letter', () => {
    const answers = draw({ body })
    for (const answer of answers) {
      expect(plain(JSON.parse(textOf(answer)))).toEqual(JSON.parse(body))
      expect(textOf(answer)).toContain('"value":{"b":1,"a":2}')
    }
    const firsts = new Set(
      answers.map((answer) => Object.keys(JSON.parse(textOf(answer)))[0]?.replace(/_.*/, '')),
    )
    expect(firsts).toEqual(new Set(['ok', 'value', 'ttlSeconds', 'grease']))
  })

  test('a greased object gets up to two unknown members, each half of the time, of every kind', () => {
    const answers = draw({ body })
    const names = answers.map((answer) => added(JSON.parse(textOf(answer))).map(([name]) => name))
    for (const [index, answer] of answers.entries())
      expect([...(answer.greased?.members ?? [])].sort()).toEqual([...(names[index] ?? [])].sort())
    expect(share(names.flat(), 2 * DRAWS)).toBeCloseTo(0.5, 1)
    expect(Math.max(...names.map(({ length }) => length))).toBe(2)
    const values = answers.flatMap((answer) =>
      added(JSON.parse(textOf(answer))).map(([, value]) => JSON.stringify(value)),
    )
    expect(new Set(values)).toEqual(
      new Set(['null', 'true', '-0.5', '""', '"grease"', '[]', '[1,"a"]', '{}', '{"ok":false}']),
    )
  })

  test('a greased object is marked as reordered if its members are, and only then', () => {
    for (const answer of draw({ body })) {
      const names = Object.keys(JSON.parse(textOf(answer)))
      const isSame = ['ok', 'value', 'ttlSeconds', ...names.filter(isGrease).sort()].join() === names.join()
      expect(answer.greased?.reordered.includes('members'), textOf(answer)).toBe(!isSame)
    }
    expect(draw({ body: '{"ok":true}' }).some(({ greased: form }) => form?.reordered.length === 0)).toBe(true)
  })
})

test('lists of keys and configs come in any order, those of records in theirs', () => {
  const orders = (body: string, listOf: (parsed: never) => unknown) =>
    new Set(
      draw({ body }).map((answer) => JSON.stringify(plain(listOf(JSON.parse(textOf(answer)) as never)))),
    )
  const named = (name: string) => `{"ok":true,"${name}":[{"k":1},{"k":2},{"k":3}]}`
  expect(orders(named('keys'), ({ keys }: { keys: unknown }) => keys).size).toBe(6)
  expect(orders(named('configs'), ({ configs }: { configs: unknown }) => configs).size).toBe(6)
  expect(orders('[{"k":1},{"k":2},{"k":3}]', (records) => records).size).toBe(1)
  const told = draw({ body: named('keys') }).map(({ greased: form }) => form?.reordered.join())
  expect(new Set(told)).toEqual(new Set(['', 'keys', 'members', 'keys,members', 'members,keys']))
})

test('lists get unknown members in each of their objects', () => {
  for (const [body, innerOf] of [
    ['{"ok":true,"keys":[{"k":1}]}', ({ keys: [first] }: { keys: [object] }) => first],
    ['[{"k":1}]', ([first]: [object]) => first],
    ['{"ok":true,"limits":{"k":1}}', ({ limits }: { limits: object }) => limits],
    ['{"ok":true,"usage":{"k":1}}', ({ usage }: { usage: object }) => usage],
    ['{"ok":false,"error":{"k":1}}', ({ error }: { error: object }) => error],
  ] as const) {
    const met = draw({ body }).filter(
      (answer) => added(innerOf(JSON.parse(textOf(answer)) as never)).length > 0,
    )
    expect(share(met, DRAWS), body).toBeCloseTo(0.75, 1)
  }
  const bare = draw({ body: '{"ok":true,"xkeys":[{"k":1}],"keys":"[]","error":"{}"}' })
  for (const answer of bare)
    expect(textOf(answer)).toMatch(/(?=.*"xkeys":\[\{"k":1\}\])(?=.*"keys":"\[\]")(?=.*"error":"\{\}")/)
})

test('the message of an error gets every wording, and the record keeps the original of a changed one', () => {
  const answers = drawErrors()
  const said = new Set(answers.map((answer) => JSON.parse(textOf(answer)).message))
  expect(said).toEqual(
    new Set([
      'Not there.',
      'not there',
      'NOT THERE.',
      'Error: Not there.',
      '« Not there. »',
      'Something about this request was not right.',
    ]),
  )
  for (const answer of answers) {
    const isWorded = JSON.parse(textOf(answer)).message !== 'Not there.'
    expect(answer.greased?.wording).toBe(isWorded ? 'Not there.' : undefined)
    expect(Object.keys(answer.greased ?? {}).includes('wording')).toBe(isWorded)
  }
})

test('the message of an error varies from status 400 on, and in no answer below it', () => {
  const body = '{"message":"Not there."}'
  const wordsOf = (status: number) =>
    new Set(draw({ status, body }).map((answer) => JSON.parse(textOf(answer)).message))
  expect(wordsOf(399)).toEqual(new Set(['Not there.']))
  const at400 = Array.from({ length: 20 }, (_, index) =>
    greased({ status: 400, headers: [], body: `{"message":"Not there.","n":${index}}` }, grease, 'r1'),
  )
  expect(new Set(at400.map((answer) => JSON.parse(textOf(answer)).message)).size).toBeGreaterThan(1)
})

test('the message of an error depends on the text of the error alone', () => {
  const body = '{"message":"Not there."}'
  expect(new Set(draw({ status: 404, body }).map(textOf)).size).toBe(1)
  expect(new Set(draw({ status: 200, body }).map(textOf)).size).toBeGreaterThan(5)
})

test('the headers of a greased answer get up to two unknown ones after their own, each half of the time', () => {
  const answers = draw({ headers: ['x-next', 'a'], body: '{}' })
  const extra = answers.map(({ headers }) => headers.slice(2))
  for (const [index, { headers, greased: form }] of answers.entries()) {
    expect(headers.slice(0, 2)).toEqual(['x-next', 'a'])
    expect(form?.headers).toEqual(extra[index]?.filter((_, at) => at % 2 === 0))
    for (const name of form?.headers ?? []) expect(name).toMatch(/^X-grease-[12][0-9a-f]+$/)
  }
  expect(share(extra.flat(), 4 * DRAWS)).toBeCloseTo(0.5, 1)
  expect(Math.max(...extra.map(({ length }) => length))).toBe(4)
  expect(new Set(extra.flat().filter((_, index) => index % 2 === 1))).toEqual(
    new Set(['1', 'grease', 'a=b; c="d"']),
  )
})

test('an answer that a fault gives is left as it is', () => {
  const verbatim = { status: 500, headers: ['a', 'b'], body: '{"message":"Mine."}', isVerbatim: true }
  for (const answer of draw(verbatim, 20)) {
    expect(answer).toMatchObject({ status: 500, headers: ['a', 'b'], body: '{"message":"Mine."}' })
    expect(answer.greased).toEqual({ number: 7, reordered: [], members: [], headers: [] })
  }
})

test('an answer without a body may get headers', () => {
  const answers = draw({ status: 204 })
  expect(answers.every(({ body }) => body === undefined)).toBe(true)
  expect(answers.some(({ headers }) => headers.length > 0)).toBe(true)
})
