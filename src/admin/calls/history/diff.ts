import * as v from 'valibot'
import type { AnswerOf } from '../../../contract/answer-schema.js'
import { changeLine, stateChange, toChange } from '../../../history/change.js'
import { differences } from '../../../history/difference.js'
import { momentOf } from '../../../history/point.js'
import { call, OwnReply } from '../../call.js'
import { parameter, point, word } from '../../query.js'

const diff = v.object({ changes: v.array(stateChange) })

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

export const diffCalls = [
  call({
    method: 'GET',
    path: '/diff',
    summary: 'Compare the world at two moments, and see what made each change',
    details: ': from=r41, to=after:r41 (points, which default to start and now), format=text for plain text',
    tag: 'History',
    query: {
      from: point('The first moment'),
      to: point('The second moment'),
      format: parameter('Returns JSON or plain text.', word('json', 'text'), 'json'),
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
