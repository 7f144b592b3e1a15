import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards } from '../dashboard.js'
import { type Look, Looks } from './looks.js'
import { STATES } from './states.js'

/**
 * Every view in every state, as different readers have it: zoomed in, as a whole or its text alone, dark, and in colours
 * of their own. Nothing is cut off or scrolls in two directions, all is reached by the keyboard and seen while it has the
 * focus. Axe finds nothing, and no script complains. A state is loaded once, and all looks are taken of that page.
 */

const LAYOUT = ['cutOff', 'cutFields', 'squeezed', 'sideways']

/** What axe looks at depends on colours and on what the widest and the narrowest layout have. */
const LOOKS: readonly Look[] = [
  {
    name: 'in colours of the reader',
    viewport: { width: 1280, height: 900 },
    forcedColors: 'active',
    finds: ['invisibleTexts', 'unmarkedChoices'],
    atEachStop: 'undrawnFocus',
  },
  {
    name: 'at 1024 px, dark',
    viewport: { width: 1024, height: 700 },
    colorScheme: 'dark',
    finds: LAYOUT,
    axe: true,
  },
  {
    name: 'at 400 per cent of 1280 px',
    viewport: { width: 320, height: 200 },
    scale: 4,
    finds: LAYOUT,
    atEachStop: 'hiddenFocus',
    axe: true,
  },
  {
    name: 'with a font of 32 px',
    viewport: { width: 1280, height: 800 },
    fontSize: 32,
    finds: LAYOUT,
  },
]

const dashboards = Dashboards.ofFile()
let looks: Looks
beforeAll(async () => {
  looks = await Looks.start(dashboards)
})
afterAll(() => looks?.[Symbol.asyncDispose]())

test.each(STATES)('$name', async (state) => {
  await looks.show(state)
  const found: unknown[] = []
  for (const look of LOOKS) found.push(...(await looks.take(look)))
  // A wrong seed is refused by the emulator, which the console shows too.
  const complaints = looks.open.complaints.splice(0).filter((text) => !text.includes('status of 400'))
  expect([...found, ...complaints]).toEqual([])
})
