import { constants } from 'node:buffer'
import { expect, test } from 'vitest'
import { namedListReply } from '../../src/api/list-reply.js'
import type { Reply } from '../../src/api/message.js'
import { LongText } from '../../src/core/long-text.js'

const TEN_MILLION = 'x'.repeat(10_000_000)

const show = (text: string): string => `{"value":"${text}"}`

function longBody({ body }: Reply): LongText {
  if (body instanceof LongText) return body
  throw new Error('the list is short')
}

test.each([0, 1, 3])('a list of %i is one text', async (count) => {
  const items = Array.from({ length: count }, (_, index) => `${index}`)
  const { status, body } = await namedListReply('keys', items, show)
  expect(status).toBe(200)
  expect(JSON.parse(String(body))).toEqual({ ok: true, keys: items.map((value) => ({ value })) })
})

test('a long list is the same text, each time that it is read', async () => {
  const items = Array.from({ length: 50 }, (_, index) => `${index}ü`.repeat(30_000))
  const body = longBody(await namedListReply('configs', items, show))
  const whole = [...body.pieces()].join('')
  expect(JSON.parse(whole)).toEqual({ ok: true, configs: items.map((value) => ({ value })) })
  expect([...body.pieces()].join('')).toBe(whole)
  expect({ length: body.length, bytes: body.byteLength }).toEqual({
    length: whole.length,
    bytes: Buffer.byteLength(whole),
  })
  expect(body.beginning(1_900_000)).toBe(whole.slice(0, 1_900_000))
})

test('a list may be longer than any string', async () => {
  const body = longBody(await namedListReply('configs', new Array<string>(55).fill(TEN_MILLION), show))
  expect(body.length).toBeGreaterThan(constants.MAX_STRING_LENGTH)
  expect(body.byteLength).toBe(body.length)
})
