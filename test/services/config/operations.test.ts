import { describe, expect, test } from 'vitest'
import { startStore } from '../../request/clients.js'

describe('a value is needed (contract, Errors B)', () => {
  test.each([
    ['missing', '{}', 'is missing'],
    ['null', '{"value":null}', 'is null'],
    ['null at last', '{"value":1,"value":null}', 'is null'],
    ['only the prototype’s', '{"__proto__":{"value":1}}', 'is missing'],
    ['no JSON', 'value=1', 'not valid JSON'],
    ['an empty body', '', 'empty'],
    ['a body of another shape', '["value"]', 'JSON object'],
  ])('a value is needed, and refused if it is %s (contract, Errors B)', async (_, body, reason) => {
    const store = await startStore({ entries: [{ key: 'k', value: 'before' }] })
    const answer = await store.put('k', body)
    expect(answer.status).toBe(400)
    expect(answer.header('x-emulator-reason')).toContain(reason)
    expect((await store.get('k')).json).toMatchObject({
      value: 'before',
      updatedAt: '2026-01-15T12:00:00.000Z',
    })
  })

  test.each(['{"a":null}', '[null]', '"null"', '0', 'false', '""'])(
    'the JSON %s is a value',
    async (value) => {
      const store = await startStore()
      expect((await store.put('k', `{"value":${value}}`)).status).toBe(200)
    },
  )
})

test('put, get, list and delete answer with these members and no others', async () => {
  const store = await startStore()
  const updatedAt = '2026-01-15T12:00:00.000Z'
  expect((await store.put('k', { value: [1] })).text).toBe(`{"ok":true,"key":"k","updatedAt":"${updatedAt}"}`)
  expect((await store.get('k')).text).toBe(`{"ok":true,"key":"k","value":[1],"updatedAt":"${updatedAt}"}`)
  expect((await store.list()).text).toBe(
    `{"ok":true,"configs":[{"key":"k","value":[1],"updatedAt":"${updatedAt}"}]}`,
  )
  expect((await store.remove('k')).text).toBe('{"ok":true,"key":"k"}')
  expect((await store.list()).text).toBe('{"ok":true,"configs":[]}')
})
