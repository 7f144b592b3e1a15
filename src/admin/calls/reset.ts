import * as v from 'valibot'
import { jsonBody } from '../body.js'
import { call } from '../call.js'
import { DONE } from '../done.js'

const KEPT = ['clock', 'faults', 'requests'] as const
const EXPECTED = 'must be a list of "clock", "faults" and "requests"'

const resetBody = v.strictObject({
  keep: v.optional(v.array(v.picklist(KEPT, EXPECTED), EXPECTED), []),
})

/** The call that goes back to the seed. */
export const resetCalls = [
  call({
    method: 'POST',
    path: '/reset',
    help: 'Go back to the seed: state, counters, ids, randomness, profile, clock, faults, journal. {"keep": ["clock", "faults", "requests"]} keeps those',
    tag: 'Worlds and snapshots',
    changes: 'state',
    body: jsonBody(resetBody, { keep: ['clock'] }),
    answer: DONE,
    handle({ world, body, change }) {
      const keep = new Set(body().keep)
      change(() => world.reset(keep))
      return DONE.example
    },
  }),
]
