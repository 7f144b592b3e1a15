import { describe, expect, test } from 'vitest'
import { Gaps } from '../../../src/domain/profile/gaps.js'
import { defaultProfile, patchProfile } from '../../../src/domain/profile/profile.js'
import { headOf } from '../../../src/domain/requests/record.js'
import { dbKey, NOW, NS } from '../../request/clients.js'
import { fault, get, json, put, recorder, value } from '../../request/recorder.js'

describe('a recorded request', () => {
  test('a request is recorded as it came', async () => {
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
      requestBody: { text: '{"value":"v","ttlSeconds":60}', bytes: 29 },
    })
    expect((await send('GET ?x=1')).path).toBe('')
  })

  test('a record names no operation and no credential if there are none', async () => {
    const send = await recorder()
    expect(await send('GET /nowhere')).toMatchObject({
      operation: null,
      credential: null,
      requestBody: undefined,
    })
  })
})

test('a recorded answer has its whole head', async () => {
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
    replyBody: { text, bytes: text.length },
    greased: undefined,
  })
  expect(JSON.parse(text)).toMatchObject({ value: 'v' })
  expect(read.replyHeaders).toEqual([
    ...['Content-Type', 'application/json', 'Content-Length', `${text.length}`],
    ...['Date', 'Thu, 15 Jan 2026 12:00:00 GMT'],
  ])
})

test('a recorded answer counts its body in bytes', async () => {
  const send = await recorder()
  await send(put, { body: value('üü') })
  const { replyBody } = await send(get)
  expect(replyBody?.bytes).toBe((replyBody?.text.length ?? 0) + 2)
})

test('a recorded answer has only the beginning of a reason that repeats long input', async () => {
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

test('the answer of a fault is recorded with its own headers in place of the usual ones', async () => {
  const send = await recorder()
  const { replyHeaders } = await send(`GET /v1/kv/${NS}/own`)
  expect(replyHeaders).toContain('never')
  expect(replyHeaders.filter((name) => name.toLowerCase() === 'date')).toEqual(['Date'])
})

test('bodies are kept whole, with their bytes', async () => {
  const send = await recorder()
  const body = value('ü'.repeat(1_000_000))
  const bytes = Buffer.byteLength(body)
  const record = await send(put, { body })
  expect(record.hasBodies).toBe(true)
  expect(record.requestBody).toEqual({ text: body, bytes })
  const { replyBody, replyBytes = 0 } = await send(get)
  expect(replyBytes).toBeGreaterThan(2_000_000)
  expect([replyBody?.bytes, Buffer.byteLength(replyBody?.text ?? '')]).toEqual([replyBytes, replyBytes])
})

test('bodies are dropped, and the record says so if there were any', async () => {
  const send = await recorder()
  const record = await send(put, { body: value('v') })
  record.dropBodies()
  expect([record.requestBody, record.replyBody, record.hasBodies]).toEqual([undefined, undefined, false])
  expect([record.requestBytes, record.status]).toEqual([29, 200])
  const asked = await send(get, fault('reset'))
  expect([asked.outcome, (await send(get, fault('503'))).outcome]).toEqual(['fault', 'fault'])
  asked.dropBodies()
  expect(asked.hasBodies).toBe(true)
  const answered = await send(get)
  answered.dropBodies()
  expect(answered.hasBodies).toBe(false)
  const { replyBytes = 0 } = await send(put, { ...fault('503'), body: json(40) })
  const both = await send(put, { ...fault('503'), body: json(replyBytes) })
  both.dropBodies()
  expect(both.hasBodies).toBe(false)
})

test('bodies count until they are dropped', async () => {
  const send = await recorder()
  const record = await send(put, { body: json(300) })
  expect(record.bodyBytes).toBe(300 + (record.replyBytes ?? 0))
  record.dropBodies()
  expect(record.bodyBytes).toBe(0)
})

const DATE = 'Thu, 15 Jan 2026 12:00:00 GMT'

/** An answer at DATE with a body of `replyBytes`. */
const answer = (replyBytes: number | undefined, charset = false) => ({
  at: Date.parse(DATE),
  replyBytes,
  gaps: new Gaps(patchProfile(defaultProfile, { http: { charset } })),
})

test('a head has the type and the length of its body, and the date, before its own headers', () => {
  const usual = ['Content-Type', 'application/json', 'Content-Length', '7', 'Date', DATE]
  expect(headOf({ headers: [] }, answer(7))).toEqual(usual)
  expect(headOf({ headers: ['x-next', 'a'] }, answer(7))).toEqual([...usual, 'x-next', 'a'])
  expect(headOf({ headers: ['x-next', 'a'] }, answer(undefined))).toEqual(['Date', DATE, 'x-next', 'a'])
})

test('the type names the charset if the profile says so', () => {
  expect(headOf({ headers: [] }, answer(0, true))[1]).toBe('application/json; charset=utf-8')
})

test('headers that a fault gives replace the usual ones, in any case; values are not taken for names', () => {
  const headers = ['content-TYPE', 'text/plain', 'a', 'Date']
  expect(headOf({ headers, isInjected: true }, answer(7))).toEqual([
    ...['Content-Length', '7', 'Date', DATE],
    ...headers,
  ])
  for (const kind of [{ isInjected: true }, { isVerbatim: true }])
    expect(headOf({ headers: ['date', 'x'], ...kind }, answer(undefined))).toEqual(['date', 'x'])
  expect(headOf({ headers: ['date', 'x'], isInjected: false }, answer(undefined))).toEqual([
    ...['Date', DATE],
    ...['date', 'x'],
  ])
})
