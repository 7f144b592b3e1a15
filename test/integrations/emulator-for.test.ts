import { afterAll, expect, test, vi } from 'vitest'
import { createTest } from '../../src/integrations/vitest.js'
import { startEmulator } from '../../src/start-emulator.js'
import { leases } from '../own-service/leases.js'

const elsewhere = await startEmulator({ adminToken: 'secret' })
vi.stubEnv('EMULATOR_URL', elsewhere.baseUrl)
vi.stubEnv('EMULATOR_ADMIN_TOKEN', 'secret')
afterAll(() => elsewhere.close())

const plainTest = createTest()
const ownTest = createTest({ clock: { now: '2026-01-31T12:00:00Z' } })

plainTest('without options, fixtures use the emulator that exec started', async ({ emulator, world }) => {
  expect(emulator.baseUrl).toBe(elsewhere.baseUrl)
  expect(new URL(world.baseUrl).origin).toBe(elsewhere.baseUrl)
})

ownTest('with options, fixtures start their own emulator', async ({ emulator }) => {
  expect(emulator.baseUrl).not.toBe(elsewhere.baseUrl)
})

createTest({ services: [leases] })(
  'with services of your own, fixtures have them in each world',
  async ({ world }) => {
    expect((await world.fetch('/leases', { method: 'POST' })).status).toBe(201)
    expect((await world.fetch('/leases/a')).status).toBe(404)
  },
)

test('the emulator that exec started still runs after the tests', async () => {
  expect((await elsewhere.clock.get()).now).toBeGreaterThan(0)
})
