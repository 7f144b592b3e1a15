import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'
import { adminRouter } from '../support/admin-calls.js'
import { extent } from '../support/extent.js'
import { change, changed, NAMES, nastyValue, prototypes } from './hostile-values.js'
import { FUZZ_TIMEOUT_MS, fuzz } from './runs.js'

/**
 * An admin call with an odd body, path or query is either refused with a reason and changes nothing, or is carried out.
 */

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_k3v9x2',
      keys: [{ key: 'kv_admin', scope: 'admin' }],
      entries: [{ key: 'a', value: { a: [1, { b: 2 }] }, ttlSeconds: 3600 }],
    },
  ],
  stores: [
    {
      id: 'ec_web_1',
      keys: [{ key: 'kv_config', scope: 'admin' }],
      entries: [{ key: 'a', value: { a: [1, { b: 2 }] } }],
    },
  ],
  database: {
    keys: [{ key: 'db' }],
    projects: [{ id: 1, name: 'One' }],
    documents: [{ id: 1, title: 'One', project: 1 }],
  },
  faults: [{ id: 'f_1', match: { operation: 'kv.put' }, status: 503 }],
}
const ORIGIN = 'http://emulator.test'

let emulator: LaunchedEmulator
beforeAll(async () => {
  emulator = await launch({ services, seed: SEED, bounds: { worlds: 20, snapshots: 20 } })
})
afterAll(() => emulator.close())

const ask = (method: string, path: string, body?: string, query?: string) =>
  adminRouter.answer(emulator.home, {
    method,
    path: `/_admin${path}`,
    origin: ORIGIN,
    ...(body === undefined ? {} : { body }),
    ...(query === undefined ? {} : { query }),
  })

const VIEWS = ['/state', '/seed', '/faults', '/profile', '/clock', '/worlds', '/snapshots', '/requests']

async function everything(): Promise<string> {
  const views = await Promise.all(VIEWS.map((path) => ask('GET', path)))
  return views.map(({ body }) => String(body)).join('\n')
}

/** Makes a random call. A refusal must have a reason, and nothing may have changed. */
async function hold(method: string, path: string, body: string, query: string): Promise<void> {
  const before = await everything()
  const reply = await ask(method, path, body, query)
  const shown = `${method} ${path.slice(0, 200)}?${query.slice(0, 200)} ${body.slice(0, 500)}`
  expect(reply.status, `${shown}: ${String(reply.body).slice(0, 500)}`).toBeLessThan(500)
  if (reply.status < 400) {
    // It was carried out, so go back to the initial state.
    await ask('POST', '/reset')
    for (const { world } of emulator.home.worlds.list()) emulator.home.worlds.remove(world.id ?? '')
    for (const { name } of emulator.world.snapshots.list()) emulator.world.snapshots.remove(name)
    if (method === 'PUT' && path === '/seed') await ask('PUT', '/seed', JSON.stringify(SEED))
    return
  }
  expect(JSON.parse(String(reply.body)), shown).toMatchObject({
    error: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/\S/),
  })
  expect(await everything(), shown).toBe(before)
}

/** The admin calls with their example bodies from the OpenAPI document. */
const calls = adminRouter.calls
  .filter(({ path }) => path !== '/events')
  .map(({ method, path, body }) => ({
    line: `${method} ${path}`,
    method,
    path,
    example: body?.example ?? {},
  }))

/** Names an existing record, or one that never existed. */
const parameter = fc.oneof(
  fc.constantFrom('ns_shop_k3v9x2', 'ec_web_1', '1', 'a', 'f_1', 'db', 'kv_admin', 'r1', 'w1'),
  fc.constantFrom(...NAMES.filter((name) => name !== '' && !/[\ud800-\udfff]/.test(name))),
)

const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'limit',
          'after',
          'prefix',
          'operation',
          'path',
          'since',
          'format',
          'count',
          ...NAMES,
        ),
        fc.constantFrom('', '1', '-1', '1e9', '0x10', '**'.repeat(200), `${'a*'.repeat(400)}b`, ...NAMES),
      ),
      { maxLength: 4 },
    )
    .map((pairs) => new URLSearchParams(pairs).toString()),
)

const bodyOf = (example: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .array(change, { minLength: 1, maxLength: 3 })
        .map((changes) => JSON.stringify(changes.reduce(changed, example)) ?? ''),
    },
    { weight: 1, arbitrary: nastyValue.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '[',
        '{"a":1,',
        '\u0000',
        '\ufeff{}',
        '{"a":1}\u0000',
        '['.repeat(20_000),
        `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
        '&a [*a]',
        'a: &a [x]\n<<: *a',
        '!!js/function "x"',
        '---\n---',
        `{"${'x'.repeat(100_000)}":1}`,
      ),
    },
  )

describe('hostile admin calls are refused or carried out whole', () => {
  test.each(calls)(
    'the hostile call $line is refused or carried out whole',
    async ({ method, path, example }) => {
      const names = path.split('/').filter((segment) => segment.startsWith(':'))
      const property = fc.asyncProperty(
        fc.array(parameter, { minLength: names.length, maxLength: names.length }),
        query,
        bodyOf(example),
        async (parameters, queryText, body) => {
          const target = names.reduce(
            (text, name, index) => text.replace(name, () => encodeURIComponent(parameters[index] ?? 'x')),
            path,
          )
          await hold(method, target, method === 'GET' ? '' : body, queryText)
        },
      )
      await fuzz(property, method === 'GET' || method === 'DELETE' ? 2 : extent(3, 8))
    },
    FUZZ_TIMEOUT_MS,
  )

  test('hostile admin calls leave the prototypes alone', async () => {
    const before = prototypes()
    for (const { method, path } of calls.filter((call) => call.method !== 'GET')) {
      for (const text of [
        '{"__proto__":{"polluted":true}}',
        '{"constructor":{"prototype":{"polluted":true}}}',
        '{"profile":{"__proto__":{"polluted":true}},"claims":{"__proto__":{"polluted":true}}}',
        '{"kv":{"__proto__":{"polluted":true}},"errors":{"codes":{"__proto__":{"polluted":true}}}}',
        '{"match":{"header":{"__proto__":"polluted"}},"status":503,"headers":{"__proto__":"polluted"}}',
      ]) {
        await hold(method, path.replaceAll(/:\w+/g, '__proto__'), text, '')
      }
    }
    expect(prototypes()).toEqual(before)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
