import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { adminRouter } from '../support/admin-calls.js'
import { ask } from './attacker.js'

const TOKEN = 's3cret-token'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ adminToken: TOKEN })
})
afterAll(() => emulator.close())

const closed = adminRouter.calls.filter(({ isOpen }) => isOpen !== true)

test('no call is carried out without the token', async () => {
  for (const { method, path: pattern } of closed) {
    const path = `/_admin${pattern.replaceAll(/:\w+/g, 'x')}`
    for (const target of [path, `${path}/`, path.toUpperCase(), `${path}?token=${TOKEN}`]) {
      const { status } = await ask(emulator, `${method} ${target}`, [], method === 'GET' ? '' : '{}')
      // Paths are case-sensitive, so another spelling is an unknown path.
      expect(target === path ? [401] : [401, 404], `${method} ${target}`).toContain(status)
    }
  }
})

test('only the health check and the public keys are open', () => {
  const open = adminRouter.calls.filter(({ isOpen }) => isOpen === true).map(({ path }) => path)
  expect(open).toEqual(['/health', '/jwks.json'])
})

describe('the token', () => {
  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer undefined',
    'Bearer null',
    `Basic ${Buffer.from(`:${TOKEN}`).toString('base64')}`,
    TOKEN,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Bearer ${TOKEN}, Bearer ${TOKEN}`,
    `Bearer ${TOKEN.replace('o', 'ö')}`,
    `Bearer ${'x'.repeat(100_000)}`,
  ])('the admin token cannot be replaced by %j', async (authorization) => {
    const bytes = Buffer.from(`Authorization: ${authorization}`).toString('latin1')
    expect((await ask(emulator, 'GET /_admin/clock', [bytes])).status).toBe(401)
  })

  test('still opens the emulator after all requests without it', async () => {
    const answer = await ask(emulator, 'GET /_admin/clock', [`Authorization: Bearer ${TOKEN}`])
    expect(answer.status).toBe(200)
  })

  test('the admin token is compared in constant time, and in no other way', () => {
    const source = readFileSync(join(import.meta.dirname, '../../src/admin/http.ts'), 'utf8')
    const [held = ''] = /function assertToken[\s\S]*?\n}/.exec(source) ?? []
    expect(
      held
        .split('\n')
        .filter((line) => /[!=]==?[^>]|\.(?:startsWith|includes|equals)\(/.test(line.replace(/ = /, ''))),
    ).toEqual([
      '  if (token === undefined) return',
      '  if (given.length === expected.length && timingSafeEqual(given, expected)) return',
    ])
    expect(source.match(/options\.token/g)).toEqual(['options.token'])
  })
})
