import * as v from 'valibot'
import type { AnswerOf } from '../../../contract/answer-schema.js'
import { changeLine, stateChange, toChange } from '../../../history/change.js'
import { differences } from '../../../history/difference.js'
import { momentOf } from '../../../history/point.js'
import { call, OwnReply } from '../../call.js'
import { parameter, point, word } from '../../query.js'

const diff = v.object({ changes: v.array(stateChange) })

/** The difference between two moments of a world. */
export interface DiffInfo extends AnswerOf<typeof diff> {}

const EXAMPLE: DiffInfo = {
  changes: [
    {
      path: '/namespaces/ns_shop_k3v9x2/usage/2026-01/reads',
      kind: 'changed',
      before: 998,
      after: 999,
      by: 'r41',
    },
  ],
}

/** The call on what differs between two moments. */
export const diffCalls = [
  call({
    method: 'GET',
    path: '/diff',
    summary: 'What differs between two moments, and what made it so',
    details: ': from=r41, to=after:r41 (points; start and now when left out), format=text for people',
    tag: 'History',
    query: {
      from: point('The one moment'),
      to: point('The other moment'),
      format: parameter('Lines for people, or JSON.', word('json', 'text'), 'json'),
    },
    answer: { schema: diff, example: EXAMPLE },
    refusals: ['not_found', 'too_old'],
    async handle({ world, past, query: { from = 'start', to = 'now', format } }) {
      const found = await differences(past, momentOf(from, world), momentOf(to, world))
      const changes = found.map(toChange)
      return format === 'text' ? OwnReply.text(changes.map(changeLine).join('')) : { changes }
    },
  }),
]
