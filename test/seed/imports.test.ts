import { describe, expect, test } from 'vitest'
import { readSeeds } from '../../src/seed/parse.js'
import { SeedProblems } from '../../src/seed/text/problems.js'
import { services } from '../../src/services/index.js'
import { KV } from '../../src/services/kv/contents.js'
import { REAL_NOW, Service } from '../support/service.js'

const HERE = 200

const entries = (count: number, value: unknown = 1) =>
  Array.from({ length: count }, (_, index) => ({ key: `k${index}`, value, ttlSeconds: 60 }))

const seedOf = (count: number, value?: unknown) =>
  JSON.stringify({ namespaces: [{ id: 'ns_a_1', entries: entries(count, value) }] })

/** Reads a seed whose text takes some turns to arrive. */
const reading = (text: string) => async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  return readSeeds([{ name: 'seed', text }], services)
}

/** Yields once per turn of the event loop until the work is done. */
async function* turnsWith<T>(work: Promise<T>): AsyncGenerator<void> {
  let isDone = false
  const end = work.then(
    () => {
      isDone = true
    },
    () => {
      isDone = true
    },
  )
  while (!isDone) {
    yield
    await Promise.race([end, new Promise((resolve) => setImmediate(resolve))])
  }
}
describe('an import', () => {
  const keysOf = ({ world }: Service) => [
    ...(world.state.of(KV).namespaces.get('ns_a_1')?.entries.values() ?? []),
  ]
  const start = () => Service.start(seedOf(1, 'old'))

  test.each(['replace', 'replaceState', 'mergeState'] as const)(
    'an import of %s shows nothing until all is loaded',
    async (how) => {
      const service = await start()
      const seen = new Set<number>()
      const done = service.seeds[how](reading(seedOf(HERE)), service.world)
      for await (const _ of turnsWith(done)) seen.add(keysOf(service).length)
      await done
      expect(keysOf(service)).toHaveLength(HERE)
      expect([...seen].filter((count) => count !== HERE)).toEqual([1])
    },
  )

  test('an import happens at one instant, even if time passes whenever it is read', async () => {
    const real = { now: REAL_NOW }
    const service = await Service.start(seedOf(1), {}, { realNow: () => real.now++ })
    const { now } = real
    await service.seeds.replace(reading(seedOf(2)), service.world)
    expect([service.world.state.origin, service.world.history.startedAt]).toEqual([now, now])
  })

  test('an import that is requested later takes effect later, however short it is', async () => {
    const service = await start()
    const first = service.seeds.replaceState(reading(seedOf(HERE)), service.world)
    const second = service.seeds.replaceState(reading(seedOf(2, 'second')), service.world)
    await second
    expect(keysOf(service).map(({ text }) => text)).toEqual(['"second"', '"second"'])
    await first
    expect(keysOf(service)).toHaveLength(2)
  })

  test('an import that fails changes nothing, and the next one still runs', async () => {
    const service = await start()
    const wrong = seedOf(HERE).replace(/"ttlSeconds":60}\]/, '"ttlSeconds":"x"}]')
    const first = service.seeds.replaceState(reading(wrong), service.world)
    const second = service.seeds.mergeState(reading(seedOf(2, 'second')), service.world)
    await expect(first).rejects.toThrow(SeedProblems)
    await second
    expect(keysOf(service)).toHaveLength(2)
  })

  test('an import takes effect after a reset that is made in the meantime', async () => {
    const service = await start()
    const done = service.seeds.replace(reading(seedOf(HERE)), service.world)
    let resets = 0
    for await (const _ of turnsWith(done)) if (resets++ === 3) service.world.reset()
    await done
    expect(keysOf(service)).toHaveLength(HERE)
    service.world.reset()
    expect(keysOf(service)).toHaveLength(HERE)
  })

  test('an import that merges keeps the entries written in the meantime', async () => {
    const service = await Service.start({
      namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_admin_a', scope: 'admin' }] }],
    })
    const done = service.seeds.mergeState(reading(seedOf(HERE)), service.world)
    const put = (key: string) =>
      service.send(`PUT /v1/kv/ns_a_1/${key}`, {
        headers: { 'X-KV-Key': 'kv_admin_a' },
        body: '{"value":1,"ttlSeconds":60}',
      })
    let turn = 0
    for await (const _ of turnsWith(done)) await put(`own${turn++}`)
    await done
    expect(keysOf(service)).toHaveLength(HERE + turn)
  })
})
