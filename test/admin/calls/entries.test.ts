import { beforeEach, describe, expect, test } from 'vitest'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'
import { BASE, ENTRIES, SEED } from './entries-world.js'

let service: Service
let admin: AdminCalls

beforeEach(async () => {
  service = await Service.start(SEED)
  admin = new AdminCalls(service)
})

const all = () => admin.send(`GET ${BASE}`)
describe('GET', () => {
  test('GET returns entries as in a seed, with their state', async () => {
    expect(await all()).toMatchObject({ status: 200, json: { entries: ENTRIES } })
    for (const entry of ENTRIES) {
      expect((await admin.send(`GET ${BASE}/${encodeURIComponent(entry.key)}`)).json).toEqual(entry)
    }
  })

  test('GET returns values that are nested deeper than JSON writers allow', async () => {
    const json = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    await admin.send(`PUT ${BASE}/deep`, { json, ttlSeconds: 60 })
    expect((await admin.send(`GET ${BASE}/deep`)).json).toMatchObject({ json })
  })

  test.each<[string, string[], boolean]>([
    ['', ['user:1', 'gone', 'a/b', 'user:{{2}}'], false],
    ['?limit=2', ['user:1', 'gone'], true],
    ['?prefix=user:', ['user:1', 'user:{{2}}'], false],
    ['?after=999', [], false],
    ['?find=USER', ['user:1', 'user:{{2}}'], false],
    ['?prefix=user:&find=x', ['user:{{2}}'], false],
    ['?sort=-key', ['user:{{2}}', 'user:1', 'gone', 'a/b'], false],
    ['?sort=expiresAt&find=user&limit=1', ['user:{{2}}'], true],
    ['?sort=size', ['gone', 'a/b', 'user:{{2}}', 'user:1'], false],
    ['?sort=createdAt', ['gone', 'user:1', 'a/b', 'user:{{2}}'], false],
  ])('GET of entries: %s', async (query, keys, hasNext) => {
    const { json } = await admin.send(`GET ${BASE}${query}`)
    const { entries, next } = json as { entries: { key: string }[]; next?: string }
    expect(entries.map(({ key }) => key)).toEqual(keys)
    expect(next !== undefined).toBe(hasNext)
  })

  interface Page {
    readonly entries: readonly { readonly key: string; readonly expiresAt: string }[]
    readonly next?: string
  }

  /** Reads one entry per page. */
  async function* pages(sort: string): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const { json } = await admin.send(`GET ${BASE}?sort=${sort}&limit=1${after}`)
      const { entries, next } = json as Page
      yield* entries.map(({ key }) => key)
      if (next === undefined) return
      after = `&after=${encodeURIComponent(next)}`
    }
  }

  async function keysOf(sort: string): Promise<readonly string[]> {
    const keys: string[] = []
    for await (const key of pages(sort)) keys.push(key)
    return keys
  }

  describe('sorted pages', () => {
    const put = (key: string) =>
      admin.send(`PUT ${BASE}/${encodeURIComponent(key)}`, { value: 1, ttlSeconds: 3600 })
    beforeEach(async () => {
      for (const key of ['c', 'b', 'd:e', 'f']) await put(key)
    })

    test.each(['key', 'expiresAt', 'size', 'createdAt'])(
      'sorted pages have all entries by %s in both directions, even if many have the same rank',
      async (sort) => {
        const { entries } = (await admin.send(`GET ${BASE}?sort=${sort}`)).json as Page
        const keys = entries.map(({ key }) => key)
        expect(keys).toHaveLength(8)
        expect(await keysOf(sort)).toEqual(keys)
        expect(await keysOf(`-${sort}`)).toEqual(keys.toReversed())
      },
    )

    test('sorted pages go on after the last entry, whatever is written, removed and reset in between', async () => {
      const seen: string[] = []
      for await (const key of pages('key')) {
        seen.push(key)
        if (key === 'b') {
          // After the last entry, before it, and at the beginning of the next page.
          await put('e')
          await put('a')
          await admin.send(`DELETE ${BASE}/b`)
          await admin.send(`DELETE ${BASE}/c`)
        }
        if (key === 'e') service.world.reset()
      }
      expect(seen).toEqual(['a/b', 'b', 'd:e', 'e', 'gone', 'user:1', 'user:{{2}}'])
    })
  })

  test('GET sorts by the beginning of long keys, and goes on after them', async () => {
    const keys = ['b', 'a'].map((end) => `${'é'.repeat(500)}${end}`)
    for (const key of keys) {
      await admin.send(`PUT ${BASE}/${encodeURIComponent(key)}`, { value: 1, ttlSeconds: 60 })
    }
    expect((await keysOf('key')).slice(-2)).toEqual(keys)
  })
})
