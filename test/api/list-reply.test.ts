import { constants } from 'node:buffer'
import { expect, test } from 'vitest'
import { listReply, namedListReply } from '../../src/api/list-reply.js'
import type { Reply } from '../../src/api/message.js'
import { beginningOf, LongText } from '../../src/core/long-text.js'
import { CHARACTERS_AT_ONCE } from '../../src/core/text/text-parts.js'

const TEN_MILLION = 'x'.repeat(10_000_000)

/** Characters of an answer that the journal keeps. */
const SHOWN = 1_000_000

const callWith = () =>
  ({ world: { bounds: { bodyBytes: SHOWN } } }) as unknown as Parameters<typeof namedListReply>[3]

const show = (text: string): string => `{"value":"${text}"}`

function longBody({ body }: Reply): LongText {
  if (body instanceof LongText) return body
  throw new Error('the list is short')
}

test.each([0, 1, 3])('a list of %i is one text', async (count) => {
  const items = Array.from({ length: count }, (_, index) => `${index}`)
  const { status, body } = await namedListReply('keys', items, show, callWith())
  expect(status).toBe(200)
  expect(JSON.parse(String(body))).toEqual({ ok: true, keys: items.map((value) => ({ value })) })
})

test('a long list is the same text, each time that it is read', async () => {
  const items = Array.from({ length: 50 }, (_, index) => `${index}ü`.repeat(30_000))
  const body = longBody(await namedListReply('configs', items, show, callWith()))
  const whole = [...body.pieces()].join('')
  expect(JSON.parse(whole)).toEqual({ ok: true, configs: items.map((value) => ({ value })) })
  expect([...body.pieces()].join('')).toBe(whole)
  expect({ length: body.length, bytes: body.byteLength }).toEqual({
    length: whole.length,
    bytes: Buffer.byteLength(whole),
  })
  for (const length of [5, 1_900_000]) expect(beginningOf(body, length)).toBe(whole.slice(0, length))
})

test('what the journal keeps of a long list is made with it', async () => {
  const items = Array.from({ length: 50 }, () => 'x'.repeat(100_000))
  let made = 0
  const counted = (text: string) => {
    made++
    return show(text)
  }
  const body = longBody(await namedListReply('configs', items, counted, callWith()))
  const whole = [...body.pieces()].join('')
  made = 0
  expect(beginningOf(body, SHOWN)).toBe(whole.slice(0, SHOWN))
  expect(made).toBe(0)
  // It is in memory as long as the answer is.
  expect(body.longest).toBeGreaterThan(SHOWN + CHARACTERS_AT_ONCE)
  expect(body.longest).toBeLessThan(SHOWN + 400_000)
})

test.each([
  [2_000_000, 'string'],
  [2_000_001, 'object'],
] as const)('a list of %i characters is kept whole as they are: as a %s', async (length, type) => {
  // The second part begins with a comma.
  const items = ['x'.repeat(1_000_000), 'x'.repeat(length - 1_000_000 - 1)]
  const list = { open: '', items, show: (text: string) => text, close: '' }
  expect((await listReply(list, callWith())).body).toBeTypeOf(type)
})

test('as many parts of a long list are kept as the journal shows, and no more', async () => {
  // Two items are a part.
  const half = 50_000
  const items = ['x'.repeat(half), ...Array.from({ length: 60 }, () => 'x'.repeat(half - 1))]
  const list = { open: '', items, show: (text: string) => text, close: '' }
  // The longest part, and those that are kept.
  expect(longBody(await listReply(list, callWith())).longest).toBe(2 * half + SHOWN)
})

test('a list may be longer than any string', async () => {
  const body = longBody(
    await namedListReply('configs', new Array<string>(55).fill(TEN_MILLION), show, callWith()),
  )
  expect(body.length).toBeGreaterThan(constants.MAX_STRING_LENGTH)
  expect(body.byteLength).toBe(body.length)
})
