import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards } from '../dashboard.js'
import { Looks } from './looks.js'
import { STATES } from './states.js'

/** Every view in every state, in colours that the reader chose: the focus, what is chosen and all texts are seen. */

let dashboards: Dashboards
let looks: Looks
beforeAll(async () => {
  dashboards = await Dashboards.build()
  looks = await Looks.at(dashboards, { forcedColors: 'active' })
})
afterAll(async () => {
  await looks?.[Symbol.asyncDispose]()
  await dashboards?.[Symbol.asyncDispose]()
})

test.each(STATES)('$name', async (state) => {
  await looks.show(state)
  await looks.expectNone('invisibleTexts', 'unmarkedChoices')
  await looks.goRound('undrawnFocus')
  expect(await looks.open.violations()).toEqual([])
})
