import * as v from 'valibot'
import { type AdminRoute, ok } from '../call.js'
import { readBody } from '../input.js'

const KEPT = ['clock', 'faults', 'requests'] as const
const EXPECTED = 'must be a list of "clock", "faults" and "requests"'

/** The body of POST /reset. */
export const resetBody = v.strictObject({
  keep: v.optional(v.array(v.picklist(KEPT, EXPECTED), EXPECTED), []),
})

export const resetRoutes: readonly AdminRoute[] = [
  {
    method: 'POST',
    path: '/reset',
    help: 'Go back to the seed: state, counters, ids, randomness, profile, clock, faults, journal. {"keep": ["clock", "faults", "requests"]} keeps those',
    handle(call) {
      const { keep } = readBody(call, resetBody)
      call.context.world.reset(new Set(keep))
      return ok({ status: 'ok' })
    },
  },
]
