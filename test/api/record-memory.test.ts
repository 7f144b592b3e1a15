import { describe, expect, test } from 'vitest'
import { dbKey, kvKey } from './clients.js'
import { BODY_BYTES_MAX, fault, get, json, put, recorder, type Sent } from './recorder.js'

describe('memory', () => {
  /** What one request takes more than another. */
  async function difference(line: string, less: Sent, more: Sent): Promise<number> {
    const send = await recorder()
    const [one, other] = [await send(line, less), await send(line, more)]
    return other.memoryBytes - one.memoryBytes
  }

  test('is taken by bodies, two bytes a character, as far as they are kept', async () => {
    expect(await difference(put, { body: json(40) }, { body: json(60) })).toBe(2 * 20)
    expect(await difference(put, { body: json(50) }, { body: json(300) })).toBe(2 * (BODY_BYTES_MAX - 50))
    const send = await recorder()
    const record = await send(put, { body: json(50) })
    const reply = record.replyBody?.text.length ?? 0
    const before = record.memoryBytes
    record.dropBodies()
    expect(before - record.memoryBytes).toBe(2 * (50 + reply))
  })

  test('is taken by the head and by the reason', async () => {
    const longer = { headers: kvKey('kv_admin_shopxx') }
    const send = await recorder()
    const [short, long] = [await send(get, { headers: kvKey('kv_admin_shopx') }), await send(get, longer)]
    // Once as the header, once as the credential.
    expect(long.memoryBytes - short.memoryBytes).toBe(2)
    const [near, far] = [await send(`${get}?a`, longer), await send(`${get}?abcdef`, longer)]
    expect(far.memoryBytes - near.memoryBytes).toBe(5)
    expect(near.memoryBytes).toBeGreaterThan(2 * BODY_BYTES_MAX)
    const [missing, known] = [await send('GET /nowhere'), await send('GET /nowhere', { headers: {} })]
    expect(missing.memoryBytes - known.memoryBytes).toBe('x-kv-keykv_admin_shop'.length + 2 * 32)
    // Once as a header that asks, once as one that is answered.
    expect(await difference(get, fault('429; retryAfter=5'), fault('429; retryAfter=500'))).toBe(2 * 2)
  })

  test('is taken by a reason of which the answer has the beginning alone', async () => {
    const send = await recorder({ database: { unknownMembers: 'reject' } })
    const bytesOf = async (length: number) => {
      const body = JSON.stringify({ title: 't', ['m'.repeat(length)]: 1 })
      return (await send('POST /documents', { headers: dbKey('db'), body })).memoryBytes
    }
    expect((await bytesOf(500)) - (await bytesOf(400))).toBe(100)
  })
})
