import { expect, test } from 'vitest'
import { bearer, kvKey, NS, OWNER, startShop } from './clients.js'

const LONG = 100_000

test('the log counts what the head of a request takes', async () => {
  const { service, get } = await startShop()
  await get('k')
  const usual = service.world.history.newestRequest?.bytes ?? Number.NaN
  const headers = { ...kvKey('kv_admin_shop'), 'X-Long': 'x'.repeat(LONG) }
  for (let index = 0; index < 2; index++) {
    await get('k', { headers })
    expect(service.world.history.newestRequest?.bytes).toBeGreaterThan(usual + LONG)
  }
})

test('the log keeps of a token the claims alone that are asked for, and counts them', async () => {
  const other = Array.from({ length: 1000 }, (_, index) => [`c${index}`, [[index]]])
  const claims = { uid: OWNER, ...Object.fromEntries(other), sub: 's'.repeat(LONG), exp: 4e9, '': {} }
  const { service, usage } = await startShop({}, { auth: { ownerClaim: 'uid' } })
  expect((await usage({ headers: await bearer(undefined, claims) })).status).toBe(200)
  const command = service.world.history.newestRequest
  expect(command?.token?.identity).toEqual({ claims: { uid: OWNER, sub: claims.sub, exp: 4e9 } })
  expect(command?.bytes).toBeGreaterThan(2 * LONG)
  await service.send(`GET /v1/usage/${NS}`, { headers: await bearer() })
  expect(service.world.history.newestRequest?.bytes).toBeLessThan(LONG)
})
