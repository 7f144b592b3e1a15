import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../../src/server/launch.js'
import { services } from '../../../src/services/index.js'
import { askAdmin } from '../ask-admin.js'

const SEED = {
  namespaces: [
    {
      id: 'ns_shop_1',
      entries: [
        { key: 'Session:17', value: 1, ttlSeconds: 60 },
        { key: 'old-session', value: 1, expiresAt: '-1s' },
        { key: 'user:1', value: { name: 'ADA' }, ttlSeconds: 60 },
        { repeat: 5000, key: 'filler:{{index}}', value: 1, ttlSeconds: 60 },
      ],
    },
  ],
  stores: [{ id: 'ec_shop_1', entries: [{ key: 'session-length', value: 900 }] }],
  database: {
    keys: [{ key: 'db' }],
    projects: [{ id: 10, name: 'Sessions of March' }],
    documents: [{ id: '9007199254740993', title: 'The last session', content: `${'x'.repeat(30)}ada` }],
  },
}

let emulator: LaunchedEmulator
beforeAll(async () => {
  emulator = await launch({ services, seed: SEED })
})
afterAll(() => emulator.close())

const find = async (query: string) => (await askAdmin(emulator, `GET /find?${query}`)).json()

test('GET /_admin/find finds records with the text in their id, key or title, in any case', async () => {
  expect(await find('text=SESSION')).toEqual({
    found: [
      { kind: 'project', id: '10', title: 'Sessions of March' },
      { kind: 'entry', id: 'Session:17', of: 'ns_shop_1' },
      { kind: 'entry', id: 'old-session', of: 'ns_shop_1' },
      { kind: 'config', id: 'session-length', of: 'ec_shop_1' },
      { kind: 'document', id: '9007199254740993', title: 'The last session' },
    ],
  })
  expect(await find('text=shop_1')).toEqual({
    found: [
      { kind: 'namespace', id: 'ns_shop_1' },
      { kind: 'store', id: 'ec_shop_1' },
    ],
  })
})

test('GET /_admin/find finds values too, after the names, with an excerpt', async () => {
  expect(await find('text=Ada')).toEqual({
    found: [
      { kind: 'entry', id: 'user:1', of: 'ns_shop_1', excerpt: '{"name":"ADA"}' },
      {
        kind: 'document',
        id: '9007199254740993',
        title: 'The last session',
        excerpt: `…${'x'.repeat(20)}ada`,
      },
    ],
  })
  expect(await find('text=Ada&limit=1')).toMatchObject({ found: [{ id: 'user:1' }] })
})

test('GET /_admin/find returns at most the limit, and finds the last of thousands', async () => {
  expect(await find('text=filler&limit=3')).toMatchObject({ found: [{}, {}, {}] })
  expect(await find('text=filler:4999')).toEqual({
    found: [{ kind: 'entry', id: 'filler:4999', of: 'ns_shop_1' }],
  })
  expect(await find('text=nowhere')).toEqual({ found: [] })
})

test.each(['', 'text=', 'text=a&limit=101', 'txt=a'])('GET /_admin/find refuses %j', async (query) => {
  expect((await askAdmin(emulator, `GET /find?${query}`)).status).toBe(400)
})
