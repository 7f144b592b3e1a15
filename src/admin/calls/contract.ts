import * as v from 'valibot'
import { type AnswerOf, anything, component, count, described, text } from '../../contract/answer-schema.js'
import type { Operation } from '../../contract/operations.js'
import { JSON_TYPES, optionAt, profileOptions } from '../../domain/profile/options.js'
import type { RequestRecord } from '../../domain/requests/record.js'
import { call } from '../call.js'

const gap = component('Gap', () =>
  v.object({
    option: described('Its path in the profile, e.g. "kv.putStatus".', text),
    meaning: text,
    value: anything,
    default: anything,
    allowed: described(
      'Its possible values if they can be listed, or else a description of them.',
      v.union([v.array(anything), text]),
    ),
    types: v.exactOptional(
      described("The types of its values if they can't be listed.", v.array(v.picklist(JSON_TYPES))),
    ),
    leanedOn: described(
      'The number of responses that used the option, and the ids of the latest such requests.',
      v.object({ count, requests: described('Ids of requests in the journal.', v.array(text)) }),
    ),
  }),
)

export interface GapInfo extends v.InferOutput<typeof gap> {}

const operation = component('Operation', () =>
  v.object({
    id: described('For example, "kv.put".', text),
    service: text,
    method: text,
    route: described('Its path with parameters in braces, e.g. "/v1/kv/{namespaceId}/{key}".', text),
    access: described('"write" if it can change something.', v.picklist(['read', 'write'])),
    credential: v.picklist(['scoped-key', 'bearer', 'database-key', 'none']),
    counts: v.exactOptional(
      described('The monthly counter it increases.', v.picklist(['reads', 'writes', 'deletes', 'lists'])),
    ),
  }),
)

export interface OperationInfo extends v.InferOutput<typeof operation> {}

const contract = v.object({ operations: v.array(operation), gaps: v.array(gap), dropped: count })

export interface ContractInfo extends AnswerOf<typeof contract> {}

function operationToJson({ id, service, method, path: route, credential, counts }: Operation): OperationInfo {
  const access = method === 'GET' ? 'read' : 'write'
  return { id, service, method, route, access, credential, ...(counts === undefined ? {} : { counts }) }
}

export const contractCalls = [
  call({
    method: 'GET',
    path: '/contract',
    summary: 'List the operations',
    details:
      '; also lists gaps in the contract with their current and possible values, and the requests whose responses used them',
    tag: 'Contract',
    answer: {
      schema: contract,
      example: {
        operations: [
          {
            id: 'kv.get',
            service: 'kv',
            method: 'GET',
            route: '/v1/kv/{namespaceId}/{key}',
            access: 'read',
            credential: 'scoped-key',
            counts: 'reads',
          },
        ],
        gaps: [
          {
            option: 'kv.putStatus',
            meaning: 'The status of a successful put.',
            value: 200,
            default: 200,
            allowed: [200, 201],
            leanedOn: { count: 1, requests: ['r1'] },
          },
        ],
        dropped: 0,
      },
    },
    handle({ world: { services, journal, profile } }) {
      const used = usedGaps(journal.list())
      const gaps = Array.from(profileOptions(), ([option, facts]): GapInfo => {
        const leanedOn = used.get(notedAs(option)) ?? { count: 0, requests: [] }
        return { option, ...facts, value: optionAt(profile, option), leanedOn }
      })
      const operations = services.flatMap((service) => service.operations.map(operationToJson))
      return { operations, gaps, dropped: journal.dropped }
    },
  }),
]

/** For error codes and default limits, the journal only records that one was used, not which. */
const notedAs = (option: string): string => option.split('.').slice(0, 2).join('.')

/** Requests to list per gap. */
const NAMED_MAX = 20

function usedGaps(newestFirst: readonly RequestRecord[]): ReadonlyMap<string, GapInfo['leanedOn']> {
  const found = new Map<string, { count: number; requests: string[] }>()
  for (const { id, gaps } of newestFirst) {
    for (const option of Object.keys(gaps.used())) {
      const gap = found.get(option) ?? { count: 0, requests: [] }
      found.set(option, gap)
      gap.count++
      if (gap.requests.length < NAMED_MAX) gap.requests.push(id)
    }
  }
  return found
}
