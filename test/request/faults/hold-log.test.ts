import { describe, expect, test } from 'vitest'
import { defaultBounds } from '../../../src/domain/bounds.js'
import type { FaultSpec } from '../../../src/domain/faults/fault.js'
import type { Holds } from '../../../src/domain/faults/holds.js'
import type { RequestRecord } from '../../../src/domain/requests/record.js'
import { changesNothing } from '../../../src/domain/requests/request.js'
import { World } from '../../../src/domain/world.js'
import { type PendingEnds, UNANSWERED } from '../../../src/request/faults/hold.js'
import { services } from '../../../src/services/index.js'
import { KV } from '../../../src/services/kv/contents.js'
import { dataRequest } from '../../support/data-request.js'
import { Service } from '../../support/service.js'

const NS = 'ns_shop_k3v9x2'
const SEED = {
  clock: { now: 0, freeze: true },
  namespaces: [{ id: NS, keys: [{ key: 'kv_a', scope: 'admin' }] }],
}

const put = (key: string) =>
  dataRequest('PUT', `/v1/kv/${NS}/${key}`, { 'x-kv-key': 'kv_a' }, '{"value":1,"ttlSeconds":60}')

/** The ways to end the hold of request r1. */
interface Ends {
  readonly holds: Holds
  readonly leave: () => void
}

/** The ways in which held requests end. Each leaves a log. */
const ENDINGS: readonly [string, FaultSpec, (ends: Ends) => void][] = [
  ['released', {}, ({ holds }) => holds.release('r1', {})],
  ['released, late', { delay: 20 }, ({ holds }) => holds.release('r1', {})],
  ['released with another answer', {}, ({ holds }) => holds.release('r1', { status: 503 })],
  ['released with a broken connection', {}, ({ holds }) => holds.release('r1', { connection: 'reset' })],
  ['released by a stop', {}, ({ holds }) => holds.close()],
  ['left by its client', {}, ({ leave }) => leave()],
  ['released with its answer', { effect: 'after' }, ({ holds }) => holds.release('r1', {})],
  [
    'released with another answer than its own',
    { effect: 'after' },
    ({ holds }) => holds.release('r1', { status: 503 }),
  ],
  ['left with its answer', { effect: 'after' }, ({ leave }) => leave()],
  ['stopped with its answer', { effect: 'after' }, ({ holds }) => holds.close()],
]

describe('the log of a request that was held', () => {
  /** The log of a put that is held, another put, a minute, and the end of the first put. */
  async function logged(spec: FaultSpec, end: (ends: Ends) => void) {
    const service = await Service.start(SEED)
    const { world, plane } = service
    world.faults.add([{ hold: true, times: 1, ...spec }], 0)
    const gone: (() => void)[] = []
    const whenGone = (then: () => void) => {
      gone.push(then)
      return () => {}
    }
    const held = plane.answer(world, put('a'), { whenGone })
    await plane.answer(world, put('b'))
    world.clock.set(60_000)
    end({ holds: world.holds, leave: () => gone[0]?.() })
    await held
    const commands = [...world.history.list(0)].filter((one) => one.kind === 'request')
    const again = new World(services, service.seeds.baseline, () => 0, defaultBounds)
    again.faults.add([{ hold: true, times: 1, ...spec }], 0)
    return { commands, world, again, plane }
  }
  const told = ({ id, at, status, outcome, lostStatus, faultAction }: RequestRecord) => ({
    ...{ id, at, status, outcome, lostStatus },
    fault: faultAction?.fault,
    delayMs: faultAction?.delayMs,
    connection: faultAction?.connection,
  })
  const journalOf = (of: World) => of.journal.list().map(told)
  const entriesOf = (of: World) =>
    [...(of.state.of(KV).namespaces.get(NS)?.entries.values() ?? [])].map(({ key }) => key)

  test.each(ENDINGS)(
    'the log of a request that was held and was %s has the time of its end, and replays to the same state',
    async (_, spec, end) => {
      const { commands, world, again, plane } = await logged(spec, end)
      expect(commands.map(({ id, at }) => `${id} at ${at}`)).toEqual(['r1 at 0', 'r2 at 0', 'r1 at 60000'])
      const pending: PendingEnds = new Map()
      const answers = []
      for (const command of commands) answers.push(await plane.again(again, command, pending))
      expect(answers[0]).toBe(UNANSWERED)
      expect(pending.size).toBe(0)
      expect(journalOf(again)).toEqual(journalOf(world))
      expect(entriesOf(again)).toEqual(entriesOf(world))
      expect(again.clock.now()).toBe(60_000)
      expect(again.journal.lastNumber).toBe(world.journal.lastNumber)
      // Nobody is waiting.
      expect(again.journal.newest?.faultAction?.wait).toBeUndefined()
      expect(again.holds.list()).toEqual([])
    },
  )

  test.each(ENDINGS)(
    'the log of a request that was held and was %s replays to the same state without the pending ends',
    async (_, spec, end) => {
      const { commands, world, again, plane } = await logged(spec, end)
      const answers = []
      for (const command of commands) answers.push(await plane.again(again, command))
      const isBehind = spec.effect === 'after'
      expect(answers[0]?.reply?.status).toBe(isBehind ? 200 : undefined)
      expect(answers[2] === UNANSWERED).toBe(commands[2] && changesNothing(commands[2]))
      expect(entriesOf(again)).toEqual(entriesOf(world))
    },
  )
})
