import {
  anything,
  component,
  count,
  described,
  either,
  list,
  object,
  oneOf,
  type Schema,
  type TypeOf,
  text,
} from '../../contract/json-schema.js'
import { operations } from '../../contract/operations.js'
import { optionAt, profileOptions } from '../../domain/profile/options.js'
import type { RequestRecord } from '../../domain/requests/record.js'
import { call } from '../old/old-call.js'

/** A gap of the contract, and the option of the profile that fills it. */
export interface GapInfo {
  /** Its path in the profile: "kv.putStatus". */
  readonly option: string
  readonly meaning: string
  readonly value: unknown
  readonly default: unknown
  /** Its values if they can be listed, else what it must be, in words. */
  readonly allowed: readonly unknown[] | string
  /** How many answers used the option, and the ids of the last requests that did. */
  readonly leanedOn: { readonly count: number; readonly requests: readonly string[] }
}

const gap: Schema<GapInfo> = component(
  'Gap',
  object({
    option: described('A path in the profile.', text),
    meaning: text,
    value: anything,
    default: anything,
    allowed: described('Its values, or what it must be, in words.', either(list(anything), text)),
    leanedOn: object({ count, requests: described('Ids of requests in the journal.', list(text)) }),
  }),
)

/** One operation that the emulator answers. */
export interface OperationInfo {
  /** "kv.put" */
  readonly id: string
  readonly service: string
  readonly method: string
  /** Its path, with parameters in braces: "/v1/kv/{namespaceId}/{key}". */
  readonly route: string
  readonly access: 'read' | 'write'
  readonly credential: 'scoped-key' | 'bearer' | 'database-key'
  /** The monthly counter that it adds to. */
  readonly counts?: 'reads' | 'writes' | 'deletes' | 'lists'
}

const operation: Schema<OperationInfo> = component(
  'Operation',
  object(
    {
      id: text,
      service: text,
      method: text,
      route: described('Its path, with parameters in braces.', text),
      access: described('Whether it only reads.', oneOf('read', 'write')),
      credential: oneOf('scoped-key', 'bearer', 'database-key'),
    },
    {
      counts: described('The monthly counter that it adds to.', oneOf('reads', 'writes', 'deletes', 'lists')),
    },
  ),
)

const contract = object({ operations: list(operation), gaps: list(gap), dropped: count })

/**
 * The operations of an emulator, and the gaps of the contract as data.
 *
 * @example
 * const { operations } = await emulator.contract()
 */
export type ContractInfo = TypeOf<typeof contract>

const operationInfos: readonly OperationInfo[] = operations.map((row) => {
  const { id, service, method, path: route, credential } = row
  const access = method === 'GET' ? 'read' : 'write'
  const counts = 'counts' in row ? { counts: row.counts } : {}
  return { id, service, method, route, access, credential, ...counts }
})

/** The call on the operations, and on what the contract leaves open. */
export const contractCalls = [
  call({
    method: 'GET',
    path: '/contract',
    help: 'The operations; and the gaps of the contract, with their present values, what else they may be, and the requests whose answers used them',
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
    handle({ world: { journal, profile } }) {
      const used = leanings(journal.list())
      const gaps = Array.from(profileOptions(), ([option, facts]): GapInfo => {
        const leanedOn = used.get(notedAs(option)) ?? { count: 0, requests: [] }
        return { option, ...facts, value: optionAt(profile, option), leanedOn }
      })
      return { operations: operationInfos, gaps, dropped: journal.dropped }
    },
  }),
]

/** The journal notes that one of the codes, or of the default limits, was read, and not which. */
const notedAs = (option: string): string => option.split('.').slice(0, 2).join('.')

/** The most requests that are named for one gap. */
const NAMED_MAX = 20

/** The gaps that decided answers, by name. */
function leanings(newestFirst: readonly RequestRecord[]): ReadonlyMap<string, GapInfo['leanedOn']> {
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
