import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmulatorClient, startEmulator } from '../../src/index.js'
import { chunk, HOST, KV_KEY, PUT_BODY, putWith, READ, readWith } from '../web/requests.js'
import { isWell, talk, WIRE_SEED } from '../web/wire.js'

/** A request hidden in the body of another. It must never be carried out, whatever announces the end of that body. */
const HIDDEN = `PUT /v1/kv/ns_wire_a1/smuggled HTTP/1.1\r\n${HOST}${KV_KEY}Content-Length: ${PUT_BODY.length}\r\n\r\n${PUT_BODY}`
const BODY = `0\r\n\r\n${HIDDEN}`
const LENGTH = `Content-Length: ${BODY.length}`
const CHUNKED = 'Transfer-Encoding: chunked'

let emulator: EmulatorClient
beforeAll(async () => {
  emulator = await startEmulator({ seed: WIRE_SEED })
})
afterAll(() => emulator.close())

test.each<[what: string, bytes: string]>([
  ['a length and chunks', putWith([LENGTH, CHUNKED], BODY)],
  ['chunks and a length', putWith([CHUNKED, LENGTH], BODY)],
  ['a length with a plus', putWith([`Content-Length: +${BODY.length}`, CHUNKED], BODY)],
  ['a letter after the length', putWith([`${LENGTH}x`, CHUNKED], BODY)],
  ['an empty coding', putWith(['Transfer-Encoding: ', LENGTH], BODY)],
  ['a folded coding', putWith(['Transfer-Encoding:\r\n chunked', LENGTH], BODY)],
  ['a space after the coding', putWith([LENGTH, `${CHUNKED} `], BODY)],
  ['a comma before the coding', putWith([LENGTH, 'Transfer-Encoding: , chunked'], BODY)],
  ['a coding in capitals', putWith([LENGTH, 'Transfer-Encoding: CHUNKED'], BODY)],
  ['two codings', putWith([CHUNKED, 'Transfer-Encoding: identity', LENGTH], BODY)],
  ['an unknown coding', putWith(['Transfer-Encoding: xchunked', LENGTH], BODY)],
  ['a request in a chunk', putWith([CHUNKED, 'Content-Length: 4'], `${chunk(HIDDEN)}0\r\n\r\n`)],
  ['two lengths', putWith(['Content-Length: 4', LENGTH], `PING${HIDDEN}`)],
  ['a list of lengths', putWith([`Content-Length: 4, ${BODY.length}`], `PING${HIDDEN}`)],
  ['a body on a GET', `${readWith(`Content-Length: ${HIDDEN.length}`)}${HIDDEN}`],
  ['a size with a plus', putWith([CHUNKED], `+${chunk(HIDDEN)}0\r\n\r\n`)],
  ['a line end in a header', readWith(`X-Odd: a\r${HIDDEN}`)],
])('a request that is hidden by %s is not carried out', async (_what, bytes) => {
  await talk(emulator.baseUrl, bytes + READ, { answers: 2, halfClose: true })
  const smuggled = `${emulator.baseUrl}/v1/kv/ns_wire_a1/smuggled`
  expect((await fetch(smuggled, { headers: { 'X-KV-Key': 'kv_admin_wire' } })).status).toBe(404)
  expect(await isWell(emulator.baseUrl)).toBe(true)
})
