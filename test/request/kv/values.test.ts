import { describe, expect, test } from 'vitest'
import { startShop, startStore } from '../clients.js'

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

/** As sent, and as returned. */
const VALUES: readonly [name: string, sent: string, kept: string][] = [
  ['a number with its zero', '1.0', '1.0'],
  ['more digits than a double has', '0.1234567890123456789012345', '0.1234567890123456789012345'],
  ['escapes', String.raw`"\u0041\/\n\ud83d\ude00"`, String.raw`"\u0041\/\n\ud83d\ude00"`],
  ['half of a surrogate pair, escaped', String.raw`"\ud800"`, String.raw`"\ud800"`],
  ['a text that looks like JSON', String.raw`"{\"value\": [1, 2]}"`, String.raw`"{\"value\": [1, 2]}"`],
  ['white space between', '{ "a" : [ 1 ,\n\t2 ] }', '{"a":[1,2]}'],
  ['the order and doubles of members', '{"b":1,"a":2,"b":3}', '{"b":1,"a":2,"b":3}'],
  ['a member called __proto__', '{"__proto__":{"x":1}}', '{"__proto__":{"x":1}}'],
  ['members that look like ours', '{"value":1,"ttlSeconds":2}', '{"value":1,"ttlSeconds":2}'],
  ['false', 'false', 'false'],
  ['a long text', `"${'a'.repeat(5000)}"`, `"${'a'.repeat(5000)}"`],
  ['10,000 levels', deep(10_000), deep(10_000)],
]

describe.each(VALUES)('%s', (_, sent, kept) => {
  test.each([
    ['first', `{"value":${sent},"ttlSeconds":60}`],
    ['last', `{"ttlSeconds":60,"value":${sent}}`],
  ])('the value comes back from the key-value store, sent %s', async (_place, body) => {
    const shop = await startShop()
    expect((await shop.put('k', body)).json).toMatchObject({ ok: true, ttlSeconds: 60 })
    const { text } = await shop.get('k')
    expect(text).toContain(`"value":${kept},"ttlSeconds"`)
  })

  test('the value comes back from the config store, alone and listed', async () => {
    const store = await startStore()
    expect((await store.put('k', `{"value":${sent}}`)).status).toBe(200)
    expect((await store.get('k')).text).toContain(`"value":${kept},"updatedAt"`)
    expect((await store.list()).text).toContain(`"value":${kept},"updatedAt"`)
  })
})

test('null is a value in the key-value store', async () => {
  const shop = await startShop()
  expect((await shop.put('k', '{"value":null,"ttlSeconds":60}')).status).toBe(200)
  expect((await shop.get('k')).text).toContain('"value":null')
})

describe('a body that is refused', () => {
  test.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['no JSON', '{"value":1,'],
    ['a byte order mark', '\ufeff{"value":1,"ttlSeconds":60}'],
    ['a list', '[{"value":1,"ttlSeconds":60}]'],
    ['null', 'null'],
    ['no value', '{"ttlSeconds":60}'],
    ['a value that only the prototype has', '{"ttlSeconds":60,"__proto__":{"value":1}}'],
    ['invalid UTF-8', Buffer.from('7b2276616c7565223a22ff222c2274746c5365636f6e6473223a36307d', 'hex')],
    [
      'half a surrogate pair in UTF-8',
      Buffer.from('7b2276616c7565223a22eda080222c2274746c5365636f6e6473223a36307d', 'hex'),
    ],
  ])('a body is refused: %s', async (_, body) => {
    const shop = await startShop()
    const answer = await shop.put('k', body)
    expect(answer.status).toBe(400)
    expect(answer.header('x-emulator-reason')).toMatch(/body|value|UTF-8/)
    expect((await shop.get('k')).status).toBe(404)
  })
})
