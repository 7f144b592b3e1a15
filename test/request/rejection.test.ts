import { expect, test } from 'vitest'
import { type RejectionContext, rejectionAnswer } from '../../src/request/rejection.js'
import { Service } from '../support/service.js'
import { FROZEN } from './clients.js'

const REJECTION = { status: 413, code: 'too_large', reason: 'it is too large\n', hint: 'send less' } as const

async function answered(at: Partial<RejectionContext>, rejection: object = {}) {
  const { world, plane } = await Service.start({ clock: FROZEN })
  const where = {
    world,
    services: plane.services,
    target: '/',
    fallback: 'kv',
    hasAdmin: true,
    ...at,
  } as const
  const { headers, body } = rejectionAnswer({ ...REJECTION, ...rejection }, where)
  return { headers, body: JSON.parse(body), length: Buffer.byteLength(body) }
}

const OF_A = { ok: false, error: 'payload_too_large', message: 'The request is too large.' }
const OF_C = { error: 'payload_too_large', message: 'The request is too large.' }
const OF_ADMIN = { error: 'too_large', message: 'it is too large\n', hint: 'send less' }

test.each([
  ['/v1/kv/ns/k', OF_A],
  ['/documents', OF_C],
  ['/documents?next=/v1/kv', OF_C],
  ['HTTPS://host:80/documents', OF_C],
  ['http://host/documents', OF_C],
  ['http://host?x=/documents', OF_A],
  ['/documentshttp://host', OF_A],
  ['/_worlds/w1/documents', OF_C],
  ['/_worlds/w1/_admin/clock', OF_ADMIN],
  ['/_admin/clock', OF_ADMIN],
  ['/v1/_', OF_A],
  ['/x/_worlds/w/documents', OF_A],
  ['/xhttp://host/documents', OF_A],
  [undefined, OF_A],
])('a rejected request for %s is answered like those of its service', async (target, body) => {
  expect((await answered({ target })).body).toEqual(body)
})

test('a path of no service is answered like those of the port, which may have no admin interface', async () => {
  expect((await answered({ target: '/nowhere', fallback: 'documents' })).body).toEqual(OF_C)
  expect((await answered({ target: '/_admin/clock', fallback: 'documents', hasAdmin: false })).body).toEqual(
    OF_C,
  )
  expect((await answered({ target: undefined, fallback: 'documents' })).body).toEqual(OF_C)
})

test('no page may show a rejection of the admin interface or take it for something else', async () => {
  expect((await answered({ target: '/_worlds/none/_admin/clock' })).headers).toEqual(
    expect.arrayContaining(['X-Content-Type-Options', 'nosniff', "frame-ancestors 'self'", 'same-origin']),
  )
  expect((await answered({ target: '/documents' })).headers).not.toContain('nosniff')
})

test('a path that is not shown keeps its code', async () => {
  expect(
    (await answered({ target: '/documents' }, { status: 501, code: 'not_emulated' })).body,
  ).toMatchObject({
    error: 'not_emulated',
  })
  expect((await answered({ target: '/documents' }, { status: 404, code: 'other' })).body).toMatchObject({
    error: 'not_found',
  })
})

test('its head has its length, its reason and its date', async () => {
  const { headers, length } = await answered({})
  expect(headers).toEqual([
    ...['Content-Type', 'application/json', 'Content-Length', `${length}`],
    ...['X-Emulator-Reason', 'it is too large\\u{a}', 'Date', 'Thu, 15 Jan 2026 12:00:00 GMT'],
  ])
})
