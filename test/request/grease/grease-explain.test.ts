import { expect, test } from 'vitest'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { kvKey, NS } from '../clients.js'
import { ask, type Received, type Sent, start } from './greased.js'

/** The journal explains what grease changed in an answer. */

const PUT: Sent = [`PUT /v1/kv/${NS}/k`, kvKey('kv_admin'), { value: 1, ttlSeconds: 90 }]
const MESSAGE = 'The key does not exist or has expired.'
const MISSING: Sent = [`GET /v1/kv/${NS}/none`, kvKey('kv_admin')]

async function explained(emulator: EmulatorClient, sent: Sent) {
  const answer = await ask(emulator, sent)
  const [last] = await emulator.requests({ limit: 1 })
  const { explain } = await emulator.request(last?.id ?? '')
  return { answer, explain }
}

const unknownHeaders = ({ headers }: Received) =>
  Object.keys(headers)
    .filter((name) => name.startsWith('x-grease-'))
    .sort()

test('the journal names the options that grease decided, with the values in the answer', async () => {
  await using emulator = await start({ grease: 3 })
  for (let times = 0; times < 20; times++) {
    const { answer, explain } = await explained(emulator, PUT)
    const option = explain.gaps['kv.putStatus']
    expect(explain.grease).toMatchObject({ number: 3, options: { 'kv.putStatus': option } })
    const status = times === 0 ? 201 : 200
    expect(answer.status).toBe(option === '201 or 200' ? status : option)
    expect(explain.grease?.options).not.toHaveProperty(['kv.storageOf'])
    expect(explain.gaps).toHaveProperty(['kv.storageOf'])
  }
})

test('the journal names the gaps that a refusal depended on, with the values in the answer', async () => {
  for (let grease = 1; grease <= 20; grease++) {
    await using emulator = await start({ grease })
    const { answer, explain } = await explained(emulator, MISSING)
    const { error, code: own } = JSON.parse(answer.text)
    const code = own ?? (typeof error === 'object' ? error.code : error) ?? null
    expect(explain.gaps).toMatchObject({ 'errors.codes': { '404': code }, 'kv.countMisses': true })
    const named = answer.headers['content-type']?.includes('charset') ? ['http.charset'] : []
    expect(Object.keys(explain.grease?.options ?? {}).sort()).toEqual([
      'errors.codes',
      'errors.shape',
      ...named,
    ])
  }
})

test('the journal names no option that the profile sets', async () => {
  await using emulator = await start({ grease: 3, profile: { kv: { putStatus: 200 } } })
  const { explain } = await explained(emulator, PUT)
  expect(explain.grease?.options).toEqual({})
  expect(explain.gaps).toMatchObject({ 'kv.putStatus': 200 })
})

test('the journal lists what grease reordered and added, and the original of a reworded message', async () => {
  const told = { reordered: new Set<string>(), members: 0, headers: 0, wordings: new Set<unknown>() }
  for (let grease = 1; grease <= 20; grease++) {
    await using emulator = await start({ grease })
    const { answer, explain } = await explained(emulator, MISSING)
    const { members = [], headers = [], reordered = [], wording } = explain.grease ?? {}
    expect([...headers].map((name) => name.toLowerCase()).sort()).toEqual(unknownHeaders(answer))
    expect([...members].sort()).toEqual([...new Set(answer.text.match(/grease_\w+(?=":)/g))].sort())
    const body = JSON.parse(answer.text)
    const message = body.message ?? body.error.message
    expect(wording === undefined).toBe(message === MESSAGE)
    for (const what of reordered) told.reordered.add(what)
    told.members += members.length
    told.headers += headers.length
    told.wordings.add(wording)
  }
  expect(told.reordered).toEqual(new Set(['members']))
  expect(told.members * told.headers).toBeGreaterThan(0)
  expect(told.wordings).toEqual(new Set([undefined, MESSAGE]))
})

test('the journal explains no grease if there is none', async () => {
  await using emulator = await start()
  expect((await explained(emulator, PUT)).explain).not.toHaveProperty('grease')
})
