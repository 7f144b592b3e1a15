import { type EmulatorClient, type OwnService, startEmulator } from 'tristore-emulator'
import { expect, test } from 'vitest'
import { explore } from '../../lab/explore/explore.js'
import { reportText } from '../../lab/explore/report.js'
import { SweepFailure } from '../../lab/sweep/failure.js'
import { sweep } from '../../lab/sweep/sweep.js'
import { IDLE_MS } from '../lab/explore/toys.js'
import { leases } from './leases.js'

const services: readonly OwnService[] = [leases]
const create = ({ fetch }: EmulatorClient) => fetch('/leases', { method: 'POST' })

test('a sweep finds a client that takes a second lease when the answer to the first is lost', async () => {
  await using emulator = await startEmulator({ services })
  const failure = await sweep(emulator, (world) => create(world).catch(() => create(world)), {
    faults: ['lost', 'reset'],
    bundles: false,
  }).catch((error: unknown) => error)
  if (!(failure instanceof SweepFailure)) throw failure
  expect(failure.report?.findings).toMatchObject([
    {
      point: 'leases.create#1 lost',
      outcome: 'differs',
      differences: [
        { collection: 'leases', kind: 'added', after: '{"lease_(id)":"(instant)"}', by: 'leases.create#2' },
      ],
    },
  ])
})

test('a sweep can be narrowed to one operation of a service', async () => {
  await using emulator = await startEmulator({ services })
  const readOne = async (world: EmulatorClient) => void (await world.fetch('/leases/a'))
  const { points } = await sweep(emulator, readOne, {
    only: ['leases.get 503'],
    faults: ['503'],
    bundles: false,
  })
  expect(points).toMatchObject([{ cause: 'leases.get 503', outcome: 'survived' }])
})

test('an exploration tries the requests to a service in every order, and does not claim that these are all', async () => {
  await using emulator = await startEmulator({ services })
  const report = await explore(emulator, (world) => Promise.all([create(world), world.fetch('/leases/a')]), {
    parties: 2,
    idleMs: IDLE_MS,
  })
  expect(report).toMatchObject({ orders: 2, runs: 2, failed: 0, own: ['leases'], isComplete: false })
  expect(reportText(report)).toContain('perhaps not all orders, since leases may use things')
})

test('an exploration of the three services is complete, although there is another', async () => {
  await using emulator = await startEmulator({ services })
  const read = ({ fetch }: EmulatorClient) => fetch('/documents')
  const report = await explore(emulator, (world) => Promise.all([read(world), read(world)]), {
    parties: 2,
    idleMs: IDLE_MS,
  })
  expect(report).not.toHaveProperty('own')
  expect(report.isComplete).toBe(true)
})
