import { constants } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { listReply, namedListReply } from '../../src/api/list-reply.js'
import type { Reply } from '../../src/api/message.js'
import { beginningOf, LongText } from '../../src/core/long-text.js'
import { MemoryBudget } from '../../src/core/memory.js'
import { asRefusal } from '../../src/core/refusal.js'
import { CHARACTERS_AT_ONCE } from '../../src/core/text/text-parts.js'
import { BODY_BYTES_MAX } from '../../src/domain/journal.js'

const TEN_MILLION = 'x'.repeat(10_000_000)

/** A call of a world with so much memory. Lists need no more of one. */
const callWith = (memory = new MemoryBudget(1e9), rawHeaders: string[] = []) =>
  ({ world: { memory }, request: { rawHeaders } }) as unknown as Parameters<typeof namedListReply>[3]

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
  const items = Array.from({ length: 50 }, (_, index) => `${index}ü`.repeat(300_000))
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

test.each([
  [BODY_BYTES_MAX, 'string'],
  [BODY_BYTES_MAX + 1, 'object'],
] as const)('a list of %i characters is kept whole as they are: as a %s', async (length, type) => {
  // The second part begins with a comma.
  const items = ['x'.repeat(10_000_000), 'x'.repeat(length - 10_000_000 - 1)]
  const list = { open: '', items, show: (text: string) => text, close: '' }
  expect((await listReply(list, callWith())).body).toBeTypeOf(type)
})

test('a list may be longer than any string', async () => {
  const body = longBody(
    await namedListReply('configs', new Array<string>(55).fill(TEN_MILLION), show, callWith()),
  )
  expect(body.length).toBeGreaterThan(constants.MAX_STRING_LENGTH)
  expect(body.byteLength).toBe(body.length)
})

describe('the text of a list', () => {
  const items = Array.from({ length: 10 }, () => 'x'.repeat(100_000))

  test('is made a second time, as it is sent, where there is no room for all of it', async () => {
    const memory = new MemoryBudget(500_000)
    const body = longBody(await namedListReply('keys', items, show, callWith(memory)))
    expect(JSON.parse([...body.pieces()].join('')).keys).toHaveLength(10)
    expect(body.longest).toBe(CHARACTERS_AT_ONCE)
    expect(memory.used).toBe(0)
  })

  test('is refused where there is none for a part of it', async () => {
    const memory = new MemoryBudget(100_000)
    const asked = async () => namedListReply('keys', items, show, callWith(memory))
    const refused = await asked().catch(asRefusal)
    expect(refused).toMatchObject({
      code: 'out_of_memory',
      reason: expect.stringContaining('no memory left'),
    })
    expect(memory.used).toBe(0)
  })
})
