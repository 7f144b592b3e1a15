import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Dashboards } from '../dashboard.js'
import { Looks } from './looks.js'
import { STATES } from './states.js'

/**
 * Every view in every state, zoomed in, as a whole or its text alone: nothing is cut off or scrolls in two directions, all
 * is reached by the keyboard and seen while it has the focus, and axe finds nothing.
 */

let dashboards: Dashboards
beforeAll(async () => {
  dashboards = await Dashboards.build()
})
afterAll(() => dashboards?.[Symbol.asyncDispose]())

const SIZES = [
  ['1024 px', { viewport: { width: 1024, height: 700 }, colorScheme: 'dark' }],
  ['200 per cent of 1440 px', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
  ['400 per cent of 1280 px', { viewport: { width: 320, height: 200 }, deviceScaleFactor: 4 }],
  ['a font of 32 px', { viewport: { width: 1280, height: 800 } }, 32],
] as const

describe.each(SIZES)('at %s', (_name, context, fontSize?: number) => {
  let looks: Looks
  beforeAll(async () => {
    looks = await Looks.at(dashboards, context, fontSize)
  })
  afterAll(() => looks?.[Symbol.asyncDispose]())

  test.each(STATES)('$name', async (state) => {
    await looks.show(state)
    await looks.expectNone('cutOff', 'cutFields', 'squeezed', 'sideways')
    await looks.goRound('hiddenFocus')
    expect(await looks.open.violations()).toEqual([])
  })
})
