import {
  anything,
  component,
  count,
  described,
  either,
  list,
  object,
  type Schema,
  type TypeOf,
  text,
} from '../../contract/json-schema.js'
import { optionAt, profileOptions } from '../../domain/profile/options.js'
import { gapsUsed } from '../../journal/gaps-used.js'
import { call } from '../call.js'

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

const contract = object({ gaps: list(gap), dropped: count })

/** The gaps of the contract as data. */
export type ContractInfo = TypeOf<typeof contract>

/** The call on what the contract leaves open. */
export const contractCalls = [
  call({
    method: 'GET',
    path: '/contract',
    help: 'The gaps of the contract, with their present values, what else they may be, and the requests whose answers used them',
    tag: 'Contract',
    answer: {
      schema: contract,
      example: {
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
      const used = new Map(gapsUsed(journal.list()).map((one) => [one.option, one]))
      const gaps = Array.from(profileOptions(), ([option, facts]): GapInfo => {
        const { count: times = 0, requests = [] } = used.get(notedAs(option)) ?? {}
        const value = optionAt(profile, option)
        return { option, ...facts, value, leanedOn: { count: times, requests } }
      })
      return { gaps, dropped: journal.dropped }
    },
  }),
]

/** The journal notes that one of the codes, or of the default limits, was read, and not which. */
const notedAs = (option: string): string => option.split('.').slice(0, 2).join('.')
