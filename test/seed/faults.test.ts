import { describe, expect, test } from 'vitest'
import { expandFault } from '../../src/seed/expand-faults.js'
import { faults as faultList, fault as faultSchema } from '../../src/seed/fault-schema.js'
import { parsePart } from '../../src/seed/parse.js'
import { type Row, testProblems } from './seeds.js'

const fault = (fields: string) => `faults: [${fields}]`

const DELAY = 'expected ms, a duration such as 200ms, or {min, max} of them'

const rows: readonly Row[] = [
  [
    'an unknown operation',
    fault('{ match: { operation: §kv.gte }, status: 503 }'),
    'expected an operation or a glob such as kv.*, found the text "kv.gte"',
    'did you mean kv.get?',
  ],
  [
    'a fault that does nothing',
    fault('§{ match: { method: GET } }'),
    'this fault does nothing',
    'give it a status, a delay or a connection',
  ],
  [
    'a status below 200',
    fault('{ status: §100 }'),
    'expected an integer from 200 to 599, found the number 100',
  ],
  [
    'a chance above 1',
    fault('{ status: 503, probability: §50 }'),
    'expected a chance from 0 to 1, found the number 50',
  ],
  ['a negative delay', fault('{ delay: §-5 }'), `${DELAY}, found the number -5`],
  ['a delay of another shape', fault('{ delay: §{ min: 5 } }'), `${DELAY}, found a mapping`],
  [
    'a delay the wrong way round',
    fault('{ delay: §{ min: 5, max: 2 } }'),
    'the least delay is longer than the longest',
    'swap min and max',
  ],
  [
    'an unknown connection',
    fault('{ connection: §rest }'),
    'expected one of reset, close, hang, truncate, garbage, found the text "rest"',
    'did you mean reset?',
  ],
  [
    'a window that ends before it begins',
    fault('{ status: 503, from: +10m, until: §+5m }'),
    'this window ends before it begins',
    'until is exclusive and must lie after from',
  ],
]

describe('faults', () => {
  testProblems(rows)
})

describe('faults that stand alone', () => {
  test('are read by their own schema', () => {
    const faults = parsePart({ name: 'body', text: '[{"status": 503, "from": "+10m"}]' }, faultList)
    expect(faults.map(expandFault)).toEqual([{ status: 503, from: { offset: 600_000 } }])
  })

  test('tell their problems by their own places', () => {
    const read = () => parsePart({ name: 'body', text: '{\n  "statsu": 503\n}' }, faultSchema)
    expect(read).toThrow(/^body:2:3: unknown field "statsu"\n.*\n.*\n {2}did you mean status\?/)
  })
})
