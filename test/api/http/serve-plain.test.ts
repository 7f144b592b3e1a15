import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { EarlyAnswers, servePlainData } from '../../../src/api/http/serve-plain.js'
import { BUFFERED_MAX } from '../../../src/api/http/write.js'
import type { Answer } from '../../../src/api/message.js'
import type { DataPlane } from '../../../src/api/pipeline.js'
import { MemoryBudget } from '../../../src/core/memory.js'
import type { PlainMessage } from '../../../src/web/plain/plain-message.js'
import { Service } from '../../support/service.js'

const socket = new Socket()
const lineOf = (method: string, url: string) => ({ method, url, socket })
const answer: Answer = { reply: undefined, faultAction: undefined }

const USUAL = ['Content-Type', 'application/json', 'Content-Length', '2', 'Date', 'today']
const answerOf = (headers: readonly string[], body: string): Answer => ({
  reply: { status: 200, headers, body },
  faultAction: undefined,
})
const OK = answerOf(USUAL, '{}')

const messageOf = (body = '', headers: PlainMessage['headers'] = {}): PlainMessage => ({
  method: 'PUT',
  url: '/v1/kv/ns_a/k',
  httpVersion: '1.1',
  rawHeaders: [],
  headers: { host: 'localhost', ...headers },
  body: Buffer.from(body),
  socket,
})

/** What is served where the services answer so. */
async function servedBy(answers: () => Answer | Promise<Answer>, memoryBytes = 1e9) {
  const { world } = await Service.start({ profile: { limits: { bodyBytes: 500 } } })
  const asked = vi.fn()
  const early = new EarlyAnswers()
  // Serving needs no more of it. A mock that gave the answer would hear of an error itself.
  const plane = {
    answer: () => {
      asked()
      return answers()
    },
  } as unknown as DataPlane
  const serve = servePlainData(plane, { memory: new MemoryBudget(memoryBytes), early })
  const address = { world: undefined, prefix: '', target: '/v1/kv/ns_a/k' }
  return { asked, early, serve: (message: PlainMessage) => serve(world, address, message) }
}

test.each<[what: string, found: Answer]>([
  ['a usual answer', OK],
  ['one with headers of its own', answerOf([...USUAL, 'x-next', 'abc'], '{}')],
  ['one as long as is kept in one piece', answerOf(USUAL, 'x'.repeat(BUFFERED_MAX))],
])('%s is written in one piece', async (_what, found) => {
  const { serve, early } = await servedBy(() => found)
  expect(serve(messageOf())).toBe(found.reply)
  expect(early.take(messageOf())).toBeUndefined()
})

test.each<[what: string, found: Answer | Promise<Answer>]>([
  ['a longer one', answerOf(USUAL, 'x'.repeat(BUFFERED_MAX + 1))],
  ['a header that would end itself', answerOf([...USUAL, 'x-next', 'a\r\nb'], '{}')],
  ['no answer at all', answer],
  [
    'an answer that a fault breaks off',
    { ...OK, faultAction: { fault: 'f', delayMs: 0, connection: 'cut' } },
  ],
  ['one that comes late', Promise.resolve(OK)],
])('%s is for Node to write, and found once', async (_what, found) => {
  const { serve, early, asked } = await servedBy(() => found)
  expect(serve(messageOf())).toBeUndefined()
  expect(early.take(messageOf())?.()).toBe(found)
  expect(asked).toHaveBeenCalledOnce()
})

test('so is one that fails late, of which nobody else hears', async () => {
  const { serve, early } = await servedBy(() => Promise.reject(new Error('broken')))
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  expect(serve(messageOf())).toBeUndefined()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  await expect(early.take(messageOf())?.()).rejects.toThrow('broken')
})

test('so is an error', async () => {
  const { serve, early } = await servedBy(() => {
    throw new Error('broken')
  })
  expect(serve(messageOf())).toBeUndefined()
  expect(early.take(messageOf())).toThrow('broken')
})

test.each<[what: string, message: PlainMessage, memoryBytes?: number]>([
  ['of a page', messageOf('', { origin: 'http://a' })],
  ['with a body that is too large', messageOf('x'.repeat(501))],
  ['with a body for which there is no memory', messageOf('x'.repeat(101)), 100],
])('a request %s is not judged here', async (_what, message, memoryBytes) => {
  const { serve, early, asked } = await servedBy(() => OK, memoryBytes)
  expect(serve(message)).toBeUndefined()
  expect(early.take(message)).toBeUndefined()
  expect(asked).not.toHaveBeenCalled()
})

test('a body takes memory for as long as it is judged', async () => {
  const { serve } = await servedBy(() => OK, 600)
  for (let times = 0; times < 3; times++) expect(serve(messageOf('x'.repeat(500)))).toBe(OK.reply)
})

test('an answer that was found early is given once, to its request', () => {
  const early = new EarlyAnswers()
  early.set(lineOf('GET', '/documents'), () => answer)
  expect(early.take(lineOf('GET', '/documents'))?.()).toBe(answer)
  expect(early.take(lineOf('GET', '/documents'))).toBeUndefined()
})

test.each([
  ['GET', '/projects'],
  ['POST', '/documents'],
])('%s %s does not get that of a request which was refused ahead of it', (method, url) => {
  const early = new EarlyAnswers()
  early.set(lineOf('GET', '/documents'), () => answer)
  expect(early.take(lineOf(method, url))).toBeUndefined()
  expect(early.take(lineOf('GET', '/documents'))).toBeUndefined()
})
