import type { EmulatorClient, WorldClient } from 'tristore-emulator'
import { describe, expect, test } from 'vitest'
import { explore } from '../../../lab/explore/explore.js'
import type { Explored, ExploreOptions } from '../../../lab/explore/options.js'
import { ExploreFailure } from '../../../lab/explore/report.js'
import { startInProcess, WAYS } from '../emulators.js'
import { runToy } from './toys.js'

/** Programs that can't be explored fail with the reason, and leave no world open. */

const two: Explored<unknown> = (world) => runToy(world, [['w:x'], ['w:x']])
const three: Explored<unknown> = (world) => runToy(world, [['w:x'], ['w:x'], ['w:x']])

const never = (): Promise<never> => new Promise(() => {})

type Refused = readonly [
  what: string,
  run: Explored<unknown>,
  message: RegExp,
  options?: Partial<ExploreOptions<unknown>>,
]

const NOTHING = 'nothing to explore: there were no requests'

const REFUSED: readonly Refused[] = [
  ['no request', () => 1, new RegExp(`^${NOTHING}; does the code use the world that it's given\\?$`)],
  [
    'no request, and a failure',
    () => Promise.reject(new Error('a mistake')),
    new RegExp(`^${NOTHING}; .*; and the code failed: Error: a mistake$`),
  ],
  [
    'no request, and a failure that has no text',
    () => Promise.reject(Object.create(null, { toJSON: { value: () => Object.create(null).x.y } })),
    /; and the code failed: something that has no text$/,
  ],
  [
    'no requests that overlap',
    (world) => runToy(world, [['w:x', 'r:x']]),
    /^nothing to explore: no two requests overlapped$/,
  ],
  [
    'more requests at once than parties',
    three,
    /^parties: 2, but 3 requests waited at the same time: set parties to 3$/,
  ],
  [
    'more parties than requests at once',
    two,
    /^parties: 3, but never more than 2 requests waited at the same time: set parties to 2, or send more at the same time$/,
    { parties: 3 },
  ],
  [
    'a failure in every order',
    two,
    /^2 orders in 2 runs; 0 choices pruned; all orders that can make a difference; 2 failed\nevery order fails, so no order is to blame\nit fails in this order {2}only: 'A1 B1'/,
    { expect: () => false },
  ],
  [
    'code that never ends',
    async (world) => {
      await two(world, { signal: AbortSignal.abort() })
      return never()
    },
    /^1 order in 1 run; .* more orders than were run; 1 failed\nit fails in this order .*\nwith Error: it didn't finish within 2000 ms\nbundle for npx tristore-emulator replay: .+$/s,
    { timeout: 2000 },
  ],
  [
    'code that never ends, and makes no request',
    never,
    new RegExp(`^${NOTHING}; .*; and the code failed: Error: it didn't finish within 20 ms$`),
    { timeout: 20 },
  ],
  [
    'code that removes the hold',
    async (world) => {
      await world.reset()
      return two(world, { signal: AbortSignal.abort() })
    },
    /^requests are no longer held, because the code removed all faults/,
  ],
  [
    'a request that does not come in the given order',
    two,
    /^only: after B1 no A2 is waiting; A1 is\. The code's requests have changed since this order was found: explore without only$/,
    { only: 'B1 A2' },
  ],
  [
    'more requests in the order than the code makes',
    two,
    /^only: after B1 A1 no A2 is waiting; the code has ended\./,
    { only: 'B1 A1 A2' },
  ],
]

/** Divides the refusals between the ways to run, since the same code reports them in process and over HTTP. */
const TURNS = WAYS.map(([way, start], turn) => ({
  way,
  start,
  refused: REFUSED.filter((_, index) => index % WAYS.length === turn),
}))

describe.each(TURNS)('explore $way', ({ start, refused }) => {
  const named = refused.map((one) => [one[0], one] as const)
  test.each(named)(
    'explore reports %s, and leaves no world open',
    async (_what, [, run, message, options]) => {
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
  [{ parties: 0 }, 'parties: expected a whole number above 0, found 0'],
  [{ parties: 1001 }, 'parties: 1001 is above 1000, the maximum number of held requests in a world'],
  [{ maxRuns: 0.5 }, 'maxRuns: expected a whole number above 0, found 0.5'],
  [{ idleMs: -1 }, 'idleMs: expected a whole number above 0, found -1'],
  [{ timeout: Number.NaN }, 'timeout: expected a whole number above 0, found NaN'],
  [JSON.parse('{"exepct":1}'), 'unknown option exepct: did you mean expect?'],
  [{ only: 'A' }, `only: "A" doesn't name a request, such as A1`],
  [{ only: '' }, `only: "" doesn't name a request, such as A1`],
]

describe('explore', () => {
  test.each(OPTIONS)('explore refuses %o', async (options, message) => {
    await using emulator = await startInProcess()
    let calls = 0
    const run = () => calls++
    await expect(explore(emulator, run, { parties: 2, ...options })).rejects.toThrow(new RangeError(message))
    expect(calls).toBe(0)
  })
})
