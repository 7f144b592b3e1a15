import { expect, test } from 'vitest'
import { type View, viewOf } from '../../src/domain/view.js'
import { differingPlaces } from '../../src/history/differing-places.js'
import { AdminCalls } from '../support/admin-calls.js'
import { Service } from '../support/service.js'

/** At which places two moments are compared: there may be millions, so none is made for what both hold. */

const HERE = 100

const SEED = {
  namespaces: [
    ...Array.from({ length: HERE }, (_, index) => ({
      id: `ns_a_${index}`,
      limits: { reads: 5 },
      usage: { reads: 1, '2020-01': { writes: 2 } },
      keys: [{ key: `kv_${index}`, scope: 'read' }],
    })),
    { id: 'ns_b_1', entries: [{ key: 'k{{index}}', value: 1, ttlSeconds: 60, repeat: HERE }] },
  ],
  stores: [
    {
      id: 'ec_a_1',
      keys: [{ key: 'ec', scope: 'admin' }],
      entries: [{ key: 'c{{index}}', value: 1, repeat: HERE }],
    },
  ],
  database: {
    rateLimit: { requests: 9, per: '1m' },
    keys: Array.from({ length: HERE }, (_, index) => ({ key: `db_${index}` })),
    projects: [{ name: 'p', repeat: HERE }],
    documents: [{ title: 'd', repeat: HERE }],
  },
}

const placesOf = (one: View, other: View): string[] => differingPlaces(one, other).map(({ path }) => path)

/** Places that are compared always: there are few of them, whatever a world holds. */
const isAlways = (path: string): boolean => /^\/(clock|profile)\/|^\/database\/rateLimit$/.test(path)

async function worldOf(seed: object): Promise<{ service: Service; calls: AdminCalls; view: () => View }> {
  const service = await Service.start(seed)
  return { service, calls: new AdminCalls(service), view: () => kept(service) }
}

/** The view of a moment, whatever is done to the world from then on. */
const kept = ({ world }: Service): View => ({ ...viewOf(world), state: world.state.fork() })

test('none is made for what two moments have in common', async () => {
  const { service, view } = await worldOf(SEED)
  const before = view()
  expect(placesOf(before, view()).filter((path) => !isAlways(path))).toEqual([])
  await service.send('GET /documents', { headers: { 'X-API-Key': 'db_7' } })
  service.world.clock.set(service.world.clock.now() + 1)
  expect(placesOf(before, view()).filter((path) => !isAlways(path))).toEqual(['/database/rateWindows/db_7'])
})

test('each comes once, of whatever one moment has, or both', async () => {
  const { calls, view } = await worldOf(SEED)
  const empty = (await worldOf({})).view()
  const before = view()
  await calls.send('PATCH /namespaces/ns_a_1', { owner: 'u', limits: { writes: 4 } })
  await calls.send('PUT /namespaces/ns_b_1/entries/k1', { value: 2, ttlSeconds: 60 })
  await calls.send('DELETE /namespaces/ns_b_1/entries/k2')
  await calls.send('PUT /namespaces/ns_b_1/entries/new', { value: 2, ttlSeconds: 60 })
  await calls.send('PUT /stores/ec_a_1/entries/c1', { value: 2 })
  await calls.send('POST /clock', { advance: '1m' })
  const after = view()
  for (const views of [
    [before, after],
    [after, before],
    [empty, after],
    [after, empty],
  ] as const) {
    const paths = placesOf(...views)
    expect(new Set(paths).size).toBe(paths.length)
  }
  const changed = placesOf(before, after).filter((path) => !isAlways(path))
  expect(changed).toEqual(
    expect.arrayContaining([
      '/namespaces/ns_a_1/owner',
      '/namespaces/ns_a_1/limits/reads',
      '/namespaces/ns_a_1/limits/writes',
      ...['k1', 'k2', 'k3', 'new'].map((key) => `/namespaces/ns_b_1/entries/${key}`),
      '/stores/ec_a_1/entries/c1',
    ]),
  )
  // What expired, and what is new.
  expect(changed.filter((path) => path.includes('/entries/'))).toHaveLength(HERE + 1 + 1)
})

test('a record is shown as in a seed, with the word that its text is no template', async () => {
  const service = await Service.start(SEED)
  const before = viewOf(service.world)
  const fork = { ...before, state: before.state.fork() }
  await new AdminCalls(service).send('PUT /documents/777', { title: '{{index}}' })
  const [place] = differingPlaces(fork, viewOf(service.world)).filter(({ path }) => path.endsWith('/777'))
  expect(place?.read(viewOf(service.world))).toEqual({ id: 777, title: '{{index}}', literal: true })
})
