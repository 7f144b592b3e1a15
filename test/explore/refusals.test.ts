import { describe, expect, test } from 'vitest'
import type { EmulatorClient, WorldClient } from '../../src/client/emulator-client.js'
import { explore } from '../../src/explore/explore.js'
import type { Explored, ExploreOptions } from '../../src/explore/options.js'
import { ExploreFailure } from '../../src/explore/report.js'
import { startInProcess, WAYS } from '../client/emulators.js'
import { runToy } from './toys.js'

/** Programs that cannot be explored are told why, and leave nothing behind. */

const two: Explored<unknown> = (world) => runToy(world, [['w:x'], ['w:x']])
const three: Explored<unknown> = (world) => runToy(world, [['w:x'], ['w:x'], ['w:x']])

const never = (): Promise<never> => new Promise(() => {})

interface Refused {
  readonly name: string
  readonly run: Explored<unknown>
  readonly options?: Partial<ExploreOptions<unknown>>
  readonly message: RegExp
}

const REFUSED: readonly Refused[] = [
  {
    name: 'no request',
    run: () => 1,
    message: /^nothing to explore: no request came; does the code call the world that it is given\?$/,
  },
  {
    name: 'no request, and a failure',
    run: () => Promise.reject(new Error('a mistake')),
    message: /^nothing to explore: no request came; .*; and the code failed: Error: a mistake$/,
  },
  {
    name: 'no request, and a failure that has no text',
    run: () => Promise.reject(Object.create(null, { toJSON: { value: () => Object.create(null).x.y } })),
    message: /; and the code failed: something that has no text$/,
  },
  {
    name: 'no requests that overlap',
    run: (world) => runToy(world, [['w:x', 'r:x']]),
    message: /^nothing to explore: no two requests overlapped$/,
  },
  {
    name: 'more requests at once than parties',
    run: three,
    message: /^parties: 2, but 3 requests waited at once: say parties: 3$/,
  },
  {
    name: 'one party for two',
    run: two,
    options: { parties: 1 },
    message: /^parties: 1, but 2 requests waited at once: say parties: 2$/,
  },
  {
    name: 'more parties than requests at once',
    run: two,
    options: { parties: 3 },
    message:
      /^parties: 3, but never more than 2 requests waited at once: say parties: 2, or send more at once$/,
  },
  {
    name: 'a failure in every order',
    run: two,
    options: { expect: () => false },
    message:
      /^2 orders in 2 runs; 0 choices pruned; all orders that can make a difference; 2 failed\nevery order fails, so no order is to blame\nit fails in the order {2}only: 'A1 B1'/,
  },
  {
    name: 'code that never ends',
    run: async (world) => {
      await two(world, { signal: AbortSignal.abort() })
      return never()
    },
    options: { timeout: 2000 },
    message:
      /^1 orders in 1 runs; .* more orders than were run; 1 failed\nit fails in the order .*\nwith Error: it did not end within 2000 ms\nits run, for emulator replay: .+$/s,
  },
  {
    name: 'code that never ends, and asks nothing',
    run: never,
    options: { timeout: 20 },
    message:
      /^nothing to explore: no request came; .*; and the code failed: Error: it did not end within 20 ms$/,
  },
  {
    name: 'code that takes the hold away',
    run: async (world) => {
      await world.reset()
      return two(world, { signal: AbortSignal.abort() })
    },
    message: /^requests are held no longer: the code took all faults away; if by a reset, /,
  },
  {
    name: 'a request that does not come in the order that is asked for',
    run: two,
    options: { only: 'B1 A2' },
    message:
      /^only: after B1 no A2 waits; A1 does\. The code makes other requests than when this order was found: explore without only$/,
  },
  {
    name: 'more requests in the order than come',
    run: two,
    options: { only: 'B1 A1 A2' },
    message: /^only: after B1 A1 no A2 waits; the code has ended\./,
  },
]

/** The same code reports each, in process or over HTTP: it takes one of them, in turn. */
const TURNS = WAYS.map(([way, start], turn) => ({
  way,
  start,
  refused: REFUSED.filter((_, index) => index % WAYS.length === turn),
}))

describe.each(TURNS)('explore $way', ({ start, refused }) => {
  test.each(refused.map((one) => [one.name, one] as const))(
    'tells of %s, and leaves nothing behind',
    async (_name, { run, options, message }) => {
      await using emulator = await start()
      let seen: WorldClient | undefined
      let isAborted = () => false
      const watched: Explored<unknown> = (world, call) => {
        seen = world
        isAborted = () => call.signal.aborted
        return run(world, call)
      }
      const failure = await explore(emulator, watched, { parties: 2, ...options }).catch((error) => error)
      expect(failure).toBeInstanceOf(ExploreFailure)
      expect((failure as Error).message).toMatch(message)
      expect(isAborted()).toBe(true)
      await expect(seen?.clock.get()).rejects.toMatchObject({ code: 'closed' })
      expect(await worldsOf(emulator)).toEqual([])
    },
  )
})

const worldsOf = async ({ adminUrl }: EmulatorClient): Promise<unknown> =>
  ((await (await fetch(`${adminUrl}/worlds`)).json()) as { readonly worlds: unknown }).worlds

const OPTIONS: readonly (readonly [Partial<ExploreOptions<unknown>>, string])[] = [
  [{ parties: 0 }, 'parties: 0 is not a whole number above 0'],
  [{ parties: 1001 }, 'parties: 1001 is above 1000, the requests that a world holds'],
  [{ maxRuns: 0.5 }, 'maxRuns: 0.5 is not a whole number above 0'],
  [{ idleMs: -1 }, 'idleMs: -1 is not a whole number above 0'],
  [{ timeout: Number.NaN }, 'timeout: NaN is not a whole number above 0'],
  [JSON.parse('{"exepct":1}'), 'unknown option exepct: did you mean expect?'],
  [{ only: 'A' }, 'only: "A" names no request, as A1 does'],
  [{ only: '' }, 'only: "" names no request, as A1 does'],
]

describe('explore', () => {
  test.each(OPTIONS)('refuses %o', async (options, message) => {
    await using emulator = await startInProcess()
    let calls = 0
    const run = () => calls++
    await expect(explore(emulator, run, { parties: 2, ...options })).rejects.toThrow(new RangeError(message))
    expect(calls).toBe(0)
  })
})
