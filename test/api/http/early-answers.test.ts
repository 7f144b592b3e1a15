import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { EarlyAnswers } from '../../../src/api/http/serve-plain.js'
import type { Answer } from '../../../src/api/message.js'

const socket = new Socket()
const lineOf = (method: string, url: string) => ({ method, url, socket })
const answer: Answer = { reply: undefined, faultAction: undefined }

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
