import { describe, expect, test } from 'vitest'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import { type Sent, Service } from '../support/service.js'
import { bearer, dbKey, FROZEN, keysOf, kvKey, NS, OWNER, STORE } from './clients.js'

const SEED = {
  clock: FROZEN,
  namespaces: [{ id: NS, owner: OWNER, keys: keysOf('shop') }],
  stores: [{ id: STORE, owner: OWNER, keys: keysOf('web') }],
  database: { keys: [{ key: 'db' }] },
}

async function reasonOf(
  line: string,
  sent: Sent = {},
  profile: ProfilePatch = {},
): Promise<string | undefined> {
  const service = await Service.start(SEED, profile)
  return (await service.send(line, sent)).header('x-emulator-reason')
}

const admin = { headers: kvKey('kv_admin_shop') }
const KEYS_HINT = /; list the known keys with GET \/_admin\/namespaces and GET \/_admin\/stores$/

describe('a refused request gets the reason', () => {
  test.each<[string, Sent, string | RegExp]>([
    [`GET /v1/kv/${NS}/k`, {}, 'the X-KV-Key header is missing'],
    [`GET /v1/kv/${NS}/k`, { headers: kvKey('') }, 'the X-KV-Key header is missing'],
    [
      `GET /v1/kv/${NS}/k`,
      { headers: dbKey('db') },
      'the X-KV-Key header is missing; you sent X-API-Key; this takes X-KV-Key',
    ],
    ['GET /documents', admin, 'the X-API-Key header is missing; you sent X-KV-Key; this takes X-API-Key'],
    [
      `GET /v1/kv/${NS}/k`,
      { ...admin, repeated: ['x-kv-key'] },
      'the X-KV-Key header was sent more than once',
    ],
    ['GET /documents', { headers: dbKey('x') }, /; list the known keys with GET \/_admin\/database-keys$/],
    [`GET /v1/kv/${NS}/k`, { headers: kvKey('x') }, KEYS_HINT],
    [
      `GET /v1/kv/${NS}/k`,
      { headers: kvKey('kv_amdin_shop') },
      'unknown API key; did you mean kv_admin_shop?',
    ],
    [`GET /v1/kv/${NS.slice(0, -1)}/k`, admin, `there is no such namespace; did you mean ${NS}?`],
    [`GET /v1/ec/${STORE.slice(0, -1)}/k`, admin, `there is no such config store; did you mean ${STORE}?`],
    ['GET /v1/kv/wholly-other/k', admin, 'there is no such namespace'],
    ['GET /v1/kv/%zz/k', admin, "the path's percent-encoding is broken"],
    ['GET /v1/ec/%zz/k', admin, "the path's percent-encoding is broken"],
    [`GET /v1/usage/${NS}`, {}, 'an Authorization: Bearer header is needed here'],
    [`GET /v1/kv/${NS}`, admin, 'keys are listed with Authorization: Bearer, not with an API key'],
  ])('%s with %j is refused with the reason', async (line, sent, reason) => {
    const said = await reasonOf(line, sent)
    if (typeof reason === 'string') expect(said).toBe(reason)
    else expect(said).toMatch(reason)
  })

  test('no near name is suggested for a long id', async () => {
    const long = `ns_${'n'.repeat(97)}`
    const service = await Service.start({ ...SEED, namespaces: [{ id: long }, { id: `${long}o` }] })
    const said = async (id: string) =>
      (await service.send(`GET /v1/kv/${id}/k`, admin)).header('x-emulator-reason')
    expect(await said(`${long.slice(0, -1)}m`)).toContain('did you mean')
    expect(await said(`${long}m`)).toBe('there is no such namespace')
  })

  test('near names are suggested from the first thousand', async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => ({ id: `ns_${`${index}`.repeat(5)}` }))
    const service = await Service.start({ ...SEED, namespaces: ids })
    const saidOf = async (id: string) =>
      (await service.send(`GET /v1/kv/ns_${id}x/k`, admin)).header('x-emulator-reason')
    expect(await saidOf('999'.repeat(5))).toContain('did you mean')
    expect(await saidOf('1000'.repeat(5))).toBe('there is no such namespace')
  })
})

describe('the order of the checks', () => {
  const lineOf = (id: string) => `GET /v1/kv/${id}/k`

  test('the order of the checks depends on the profile if both key and namespace are missing', async () => {
    const sent = { headers: kvKey('x') }
    expect(await reasonOf(lineOf('none'), sent, { auth: { missingNamespace: 'after-key' } })).toMatch(
      KEYS_HINT,
    )
    expect(await reasonOf(lineOf('none'), sent, { auth: { missingNamespace: 'first' } })).toBe(
      'there is no such namespace',
    )
    expect(await reasonOf(lineOf(NS), sent, { auth: { missingNamespace: 'first' } })).toMatch(KEYS_HINT)
    for (const missingNamespace of ['after-key', 'first'] as const) {
      const profile = { auth: { missingNamespace } }
      expect(await reasonOf(lineOf(NS), admin, profile)).toBe('the key is missing or expired')
      expect(await reasonOf(lineOf('none'), admin, profile)).toBe('there is no such namespace')
    }
  })

  test('a scoped key may list if the profile allows it, and a token comes first', async () => {
    const line = `GET /v1/kv/${NS}`
    expect(await reasonOf(line, admin, { kv: { listWithScopedKey: 'allow' } })).toBeUndefined()
    expect(await reasonOf(line, { headers: kvKey('x') }, { kv: { listWithScopedKey: 403 } })).toMatch(
      KEYS_HINT,
    )
    expect(await reasonOf(line, admin, { kv: { listWithScopedKey: 403 } })).toContain('keys are listed with')
    const both = { headers: { ...kvKey('kv_admin_shop'), ...(await bearer('other')) } }
    expect(await reasonOf(line, both, { kv: { listWithScopedKey: 'allow' } })).toContain("the token's sub is")
  })

  test('a missing namespace is named as such to the owner of a token, too', async () => {
    const owner = { headers: await bearer() }
    expect(await reasonOf('GET /v1/usage/none', owner)).toBe('there is no such namespace')
  })

  test('an operation without a scope of its own needs the read scope', async () => {
    const read = { headers: kvKey('kv_read_shop') }
    expect(await reasonOf(`GET /v1/kv/${NS}`, read, { kv: { listWithScopedKey: 'allow' } })).toBeUndefined()
  })
})
