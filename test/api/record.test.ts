import { describe, expect, test } from 'vitest'
import { dbKey, kvKey, NOW, NS } from './clients.js'
import { BODY_BYTES_MAX, fault, get, json, KEY, put, recorder, value } from './recorder.js'

describe('what was sent', () => {
  test('is told as it came', async () => {
    const send = await recorder()
    const record = await send(`${put}?a=1?b=2`, {
      body: value('v'),
      rest: { httpVersion: '1.0', origin: 'http://other.test', prefix: '/w/one' },
    })
    expect(record).toMatchObject({
      id: 'r1',
      operation: 'kv.put',
      at: NOW,
      method: 'PUT',
      target: `/v1/kv/${NS}/k?a=1?b=2`,
      path: `/v1/kv/${NS}/k`,
      httpVersion: '1.0',
      baseUrl: 'http://other.test/w/one',
      credential: 'kv_admin_shop',
      requestHeaders: ['x-kv-key', 'kv_admin_shop'],
      requestBytes: 29,
      requestBody: { text: '{"value":"v","ttlSeconds":60}', bytes: 29, keptBytes: 29 },
    })
    expect((await send('GET ?x=1')).path).toBe('')
  })

  test('names no operation and no credential where there are none', async () => {
    const send = await recorder()
    expect(await send('GET /nowhere')).toMatchObject({
      operation: null,
      credential: null,
      requestBody: undefined,
    })
  })
})

describe('what was answered', () => {
  test('is told with its whole head', async () => {
    const send = await recorder()
    const written = await send(put, { body: value('v') })
    expect(written).toMatchObject({
      outcome: 'ok',
      reason: undefined,
      lostStatus: undefined,
      faultAction: undefined,
    })
    const read = await send(get)
    const text = read.replyBody?.text ?? ''
    expect(read).toMatchObject({
      status: 200,
      replyBytes: text.length,
      replyBody: { text, bytes: text.length, keptBytes: text.length },
      greased: undefined,
    })
    expect(JSON.parse(text)).toMatchObject({ value: 'v' })
    expect(read.replyHeaders).toEqual([
      ...['Content-Type', 'application/json', 'Content-Length', `${text.length}`],
      ...['Date', 'Thu, 15 Jan 2026 12:00:00 GMT'],
    ])
  })

  test('counts its body in bytes', async () => {
    const send = await recorder()
    await send(put, { body: value('üü') })
    const { replyBody } = await send(get)
    expect(replyBody?.bytes).toBe((replyBody?.text.length ?? 0) + 2)
  })

  test('is refused for a reason', async () => {
    const send = await recorder()
    const record = await send(get)
    expect(record).toMatchObject({ status: 404, outcome: 'entry_missing' })
    expect(record.reason).toBe('the key is missing or expired')
    expect(record.replyHeaders).toContain('X-Emulator-Reason')
  })

  test('has the beginning of a reason alone that repeats what was long', async () => {
    const send = await recorder({ database: { unknownMembers: 'reject' } })
    const reasonOf = async (length: number) => {
      const body = JSON.stringify({ title: 't', ['m'.repeat(length)]: 1 })
      return (await send('POST /documents', { headers: dbKey('db'), body })).reason ?? ''
    }
    const frame = (await reasonOf(1)).length - 1
    expect(await reasonOf(1000 - frame)).toMatch(/known$/)
    const cut = await reasonOf(1001 - frame)
    expect(cut).toMatch(/^the member "m+" is not know…$/)
    expect(cut).toHaveLength(1001)
  })
})

describe('of a fault', () => {
  test('that answers itself, it tells the answer that it kept from the client, if there was one', async () => {
    const send = await recorder()
    await send(put, { body: value('1') })
    expect(await send(get, fault('503'))).toMatchObject({
      status: 503,
      outcome: 'fault',
      lostStatus: undefined,
    })
    const lost = await send(get, fault('503; effect=after'))
    expect(lost).toMatchObject({ status: 503, outcome: 'ok', lostStatus: 200 })
    expect(lost.faultAction).toMatchObject({ fault: 'x-emulator-fault', delayMs: 0, connection: undefined })
  })

  test('that has headers of its own, it tells those in the place of the usual ones', async () => {
    const send = await recorder()
    const { replyHeaders } = await send(`GET /v1/kv/${NS}/own`)
    expect(replyHeaders).toContain('never')
    expect(replyHeaders.filter((name) => name.toLowerCase() === 'date')).toEqual(['Date'])
  })

  test('it keeps what is unusual, and nothing of answers without any', async () => {
    const send = await recorder()
    const usual = { faultAction: undefined, lostStatus: undefined, isInjected: false, greased: undefined }
    const faultAction = expect.objectContaining({ fault: 'x-emulator-fault' })
    expect((await send(get)).unusual).toBeUndefined()
    expect((await send(get, fault('503'))).unusual).toEqual({ ...usual, faultAction, isInjected: true })
    expect((await send(get, fault('delay=5ms'))).unusual).toEqual({ ...usual, faultAction })
    expect((await send(get, fault('close; effect=after'))).unusual).toEqual({
      ...usual,
      faultAction,
      lostStatus: 404,
    })
  })

  test('that leaves no answer, there is nothing to tell of one', async () => {
    const send = await recorder()
    const reset = await send(get, fault('reset'))
    expect(reset).toMatchObject({ status: null, outcome: 'fault', replyHeaders: [], lostStatus: undefined })
    expect([reset.replyBytes, reset.replyBody]).toEqual([undefined, undefined])
    expect(await send(get, fault('reset; effect=after'))).toMatchObject({
      status: null,
      outcome: 'entry_missing',
      lostStatus: 404,
    })
  })

  test('that only delays, the answer is the real one', async () => {
    const send = await recorder()
    expect(await send(get, fault('delay=5ms'))).toMatchObject({
      outcome: 'entry_missing',
      lostStatus: undefined,
      faultAction: { delayMs: 5 },
    })
  })
})

describe('bodies', () => {
  test.each([
    [BODY_BYTES_MAX, 'whole', BODY_BYTES_MAX],
    [BODY_BYTES_MAX + 1, 'cut', BODY_BYTES_MAX],
  ] as const)('of %i bytes are kept %s', async (bytes, kept, keptBytes) => {
    const send = await recorder()
    const body = json(bytes)
    const record = await send(put, { body })
    expect(record.bodiesKept).toBe(kept)
    expect(record.requestBody).toEqual({ text: body.slice(0, BODY_BYTES_MAX), bytes, keptBytes })
  })

  test('of answers are cut likewise', async () => {
    const send = await recorder()
    await send(put, { body: json(300) })
    const record = await send(get)
    expect(record.bodiesKept).toBe('cut')
    expect(record.replyBody?.text).toHaveLength(BODY_BYTES_MAX)
    expect(record.replyBody).toMatchObject({ bytes: record.replyBytes, keptBytes: BODY_BYTES_MAX })
  })

  test('of long lists are cut and counted as any other', async () => {
    const send = await recorder()
    const { replyBody, replyBytes } = await send('GET /documents', { headers: dbKey('db') })
    expect(replyBytes).toBeGreaterThan(2 * BODY_BYTES_MAX)
    expect(replyBody).toMatchObject({ bytes: replyBytes, keptBytes: BODY_BYTES_MAX })
    expect(Buffer.byteLength(replyBody?.text ?? '')).toBe(BODY_BYTES_MAX)
  })

  test('are dropped, which is told where there were any', async () => {
    const send = await recorder()
    const record = await send(put, { body: value('v') })
    record.dropBodies()
    expect([record.requestBody, record.replyBody, record.bodiesKept]).toEqual([
      undefined,
      undefined,
      'dropped',
    ])
    expect([record.requestBytes, record.status]).toEqual([29, 200])
    const asked = await send(get, fault('reset'))
    asked.dropBodies()
    expect(asked.bodiesKept).toBe('whole')
    const answered = await send(get)
    answered.dropBodies()
    expect(answered.bodiesKept).toBe('dropped')
    const { replyBytes = 0 } = await send(put, { ...fault('503'), body: json(40) })
    const both = await send(put, { ...fault('503'), body: json(replyBytes) })
    both.dropBodies()
    expect(both.bodiesKept).toBe('dropped')
  })

  test('are told from others of their length, also once they are dropped', async () => {
    const send = await recorder()
    const [one, same, other] = [
      await send(put, { body: json(200) }),
      await send(put, { body: json(200) }),
      await send(put, { body: ` ${json(199)}` }),
    ]
    const digest = one.bodyDigest
    one.dropBodies()
    expect([one.bodyDigest, same.bodyDigest]).toEqual([digest, digest])
    expect(other.bodyDigest).not.toBe(digest)
  })
})

describe('a head', () => {
  const LONG = 5000

  test('that is unusually long is cut with the bodies', async () => {
    const send = await recorder()
    const many = Array.from({ length: 60 }, (_, index) => [`x-${index}`, `${index}`.repeat(LONG)])
    const headers = { ...kvKey('k'.repeat(LONG)), ...Object.fromEntries(many) }
    const record = await send(`${get}?${'q'.repeat(LONG)}`, { headers })
    record.dropBodies()
    expect(record.target).toBe(`/v1/kv/${NS}/k?${'q'.repeat(200 - `/v1/kv/${NS}/k?`.length)}…`)
    expect(record.credential).toBe(`${'k'.repeat(200)}…`)
    expect(record.requestHeaders).toHaveLength(40)
    expect(record.requestHeaders.slice(0, 2)).toEqual(['x-kv-key', `${'k'.repeat(200)}…`])
  })

  test.each([
    [4096, false],
    [4097, true],
  ])('of %i characters: %s', async (length, isCut) => {
    const send = await recorder()
    const others = get.length - 'GET '.length + 'x-kv-key'.length + 'kv_admin_shop'.length + 'x-more'.length
    const more = 'm'.repeat(length - others)
    const record = await send(get, { headers: { ...KEY, 'x-more': more } })
    const before = record.bodyBytes
    expect(before - (record.replyBytes ?? 0)).toBe(Math.max(0, length - 4096))
    record.dropBodies()
    expect(record.requestHeaders.at(-1)).toBe(isCut ? `${'m'.repeat(200)}…` : more)
    expect(record.credential).toBe('kv_admin_shop')
  })

  test('keeps what is no longer than the beginning of others', async () => {
    const send = await recorder()
    const headers = { ...kvKey('k'.repeat(200)), 'x-more': 'm'.repeat(LONG) }
    const record = await send(get, { headers })
    record.dropBodies()
    expect(record.credential).toBe('k'.repeat(200))
    const usual = await send(get, { headers: kvKey('k'.repeat(300)) })
    usual.dropBodies()
    expect(usual.credential).toBe('k'.repeat(300))
  })

  test('without a credential is cut, too', async () => {
    const send = await recorder()
    const record = await send('GET /nowhere', { headers: { 'x-more': 'm'.repeat(LONG) } })
    record.dropBodies()
    expect([record.credential, record.target]).toEqual([null, '/nowhere'])
  })
})
