import * as v from 'valibot'
import { expected } from '../../core/expected.js'
import { asJsonSchema } from '../../seed/schema/fields.js'
import { jsonBody } from '../body.js'
import { call } from '../call.js'
import { DONE } from '../done.js'

const KEPT = ['clock', 'faults', 'requests'] as const

const isKeepable = v.safeParser(v.array(v.picklist(KEPT)), { abortEarly: true })

const resetBody = v.strictObject({
  keep: v.optional(
    v.pipe(
      // If every item of a long list is wrong, it's enough to report one of them.
      v.custom<(typeof KEPT)[number][]>(
        (given) => isKeepable(given).success,
        expected('a list of "clock", "faults" and "requests"'),
      ),
      asJsonSchema({ type: 'array', items: { enum: KEPT, type: 'string' } }),
    ),
    [],
  ),
})

export const resetCalls = [
  call({
    method: 'POST',
    path: '/reset',
    summary: 'Reset to the seed',
    details:
      ': state, counters, ids, randomness, profile, clock, faults, journal. {"keep": ["clock", "faults", "requests"]} leaves those alone',
    tag: 'Worlds and snapshots',
    changes: 'state',
    body: jsonBody(resetBody, { keep: ['clock'] }),
    answer: DONE,
    handle({ world, body, change }) {
      const keep = new Set(body.keep)
      change(() => world.reset(keep))
      return DONE.example
    },
  }),
]
