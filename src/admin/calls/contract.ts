import type { Gap } from '../../../conformance/gaps/gap.js'
import type { LeftOut, Statement } from '../../../conformance/statements/table.js'
import {
  anything,
  component,
  count,
  described,
  either,
  list,
  object,
  oneOf,
  record,
  type Schema,
  type TypeOf,
  text,
} from '../../contract/json-schema.js'
import type { Interface } from '../../contract/operations.js'
import { optionAt, type ProfileOption, profileOptions } from '../../domain/profile/options.js'
import type { Profile } from '../../domain/profile/profile.js'
import { type GapUsed, gapsUsed } from '../../journal/gaps-used.js'
import { call } from '../call.js'

/** A sentence of the contract that binds a service. */
export interface StatementInfo {
  readonly id: string
  readonly meaning: string
  /** The section of the contract that says it: "Limits A.1". */
  readonly section: string
  readonly area: string
  /** The interface that it is about; AB when it is one sentence about both. */
  readonly interface: Interface | 'kv and config'
  /** The names of what it takes to see whether it holds. */
  readonly needs: readonly string[]
}

/** An option of the profile, and the gap of the contract that it fills. */
export interface GapInfo {
  /** Its path in the profile: "kv.putStatus". */
  readonly option: string
  readonly meaning: string
  readonly value: unknown
  readonly default?: unknown
  /** Its values if they can be listed, else what it must be, in words. */
  readonly allowed?: readonly unknown[] | string
  /** The names of what it takes to see it; "nobody": no client can. */
  readonly sees: readonly string[] | string
  /** The reason why a client cannot see it. */
  readonly hidden?: string
  /** How many answers used the option, and the ids of the last requests that did. */
  readonly leanedOn: { readonly count: number; readonly requests: readonly string[] }
}

const requests = described('Ids of requests in the journal.', list(text))

const statement: Schema<StatementInfo> = component(
  'Statement',
  object({
    id: text,
    meaning: text,
    section: text,
    area: text,
    interface: oneOf('kv', 'config', 'documents', 'kv and config'),
    needs: list(text),
  }),
)

const gap: Schema<GapInfo> = component(
  'Gap',
  object(
    {
      option: described('A path in the profile.', text),
      meaning: text,
      value: anything,
      sees: described('What it takes to see it, or "nobody".', either(list(text), text)),
      leanedOn: object({ count, requests }),
    },
    {
      default: anything,
      allowed: described('Its values, or what it must be, in words.', either(list(anything), text)),
      hidden: text,
    },
  ),
)

const leftOut = object({ section: text, sentence: text, because: text }, { statement: text })

const contract = object({
  statements: list(statement),
  leftOut: object({ counts: record(count), sentences: list(leftOut) }),
  gaps: list(gap),
  needs: record(text),
  dropped: count,
})

/** The contract as data; `needs` has each need in words. */
export type ContractInfo = TypeOf<typeof contract>

/** The call on the contract as data. */
export const contractCalls = [
  call({
    method: 'GET',
    path: '/contract',
    help: 'The contract as data: its statements (and the sentences that are none, with the reason), and its gaps with their present values, what else they may be, what it takes to see them, and the requests whose answers used them',
    tag: 'Contract',
    answer: {
      schema: contract,
      example: {
        statements: [
          {
            id: 'kv.get.expired',
            meaning: 'An expired key answers as a missing one.',
            section: 'Endpoints A, rule 3',
            area: 'kv',
            interface: 'kv',
            needs: ['kv.writer', 'time.pass'],
          },
        ],
        leftOut: {
          counts: { describes: 1 },
          sentences: [
            { section: 'Introduction', sentence: 'What the document covers.', because: 'describes' },
          ],
        },
        gaps: [
          {
            option: 'kv.putStatus',
            meaning: 'The status of a successful put.',
            value: 200,
            default: 200,
            allowed: [200, 201],
            sees: ['kv.writer'],
            leanedOn: { count: 1, requests: ['r1'] },
          },
        ],
        needs: { 'kv.writer': 'a write or admin key of the namespace' },
        dropped: 0,
      },
    },
    async handle({ world }) {
      // Loaded at the first call: a start does not pay for tables that few runs ask for.
      const { AREAS, LEFT_OUT, NEEDS } = await import('../../../conformance/statements/table.js')
      const { GAPS } = await import('../../../conformance/gaps/table.js')
      const gaps = gapsUsed(world.journal.list())
      const used = new Map(gaps.map((one) => [one.option, one]))
      const options = profileOptions()
      return {
        statements: Object.entries(AREAS).flatMap(([area, statements]) =>
          statements.map((one) => statementToJson(one, area)),
        ),
        leftOut: { counts: countReasons(LEFT_OUT), sentences: LEFT_OUT },
        gaps: GAPS.map((one) =>
          gapToJson(one, options.get(one.option), world.profile, used.get(notedAs(one.option))),
        ),
        needs: Object.fromEntries(Object.entries(NEEDS).map(([need, { what }]) => [need, what])),
        dropped: world.journal.dropped,
      }
    },
  }),
]

function statementToJson(one: Statement, area: string): StatementInfo {
  const { id, text: meaning, section, needs } = one
  return { id, meaning, section, area, interface: one.interface, needs }
}

function gapToJson(
  { option, meaning, sees, hidden }: Gap,
  known: ProfileOption | undefined,
  profile: Profile,
  { count: times, requests: ids }: Pick<GapUsed, 'count' | 'requests'> = { count: 0, requests: [] },
): GapInfo {
  return {
    option,
    meaning,
    value: optionAt(profile, option),
    ...known,
    sees,
    ...(hidden === undefined ? {} : { hidden }),
    leanedOn: { count: times, requests: ids },
  }
}

/** The journal notes that one of the codes, or of the default limits, was read, and not which. */
const notedAs = (option: string): string => option.split('.').slice(0, 2).join('.')

function countReasons(sentences: readonly LeftOut[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { because } of sentences) counts[because] = (counts[because] ?? 0) + 1
  return counts
}
