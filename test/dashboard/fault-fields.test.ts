import { expect, test } from 'vitest'
import { faultOf, fieldsOf, linkedFields, NO_FIELDS } from '../../dashboard/views/settings/fault-fields.js'

const FAULTS: readonly object[] = [
  { status: 503, times: 2, after: 1, probability: 0.5 },
  { match: { operation: 'kv.*', key: 'a', header: { 'X-A': 'b: c', 'X-D': '' } }, status: 500 },
  { headers: { 'X-Pot': 'tea' }, body: 'text', status: 418, retryAfter: '2m' },
  { delay: 800 },
  { delay: { min: 300, max: 1500 } },
  { connection: 'hang', effect: 'after', from: '2026-01-15T12:00:00.000Z', until: '+15m' },
  { hold: true, times: 1 },
  { status: 503, optional: true },
]

const counted = (fault: object) => ({
  id: 'f_1',
  enabled: true,
  matches: 3,
  hits: 2,
  remaining: null,
  ...fault,
})

test.each(FAULTS)('%j can be filled into the form and read from it unchanged', (fault) => {
  const again = faultOf(fieldsOf(counted(fault)))
  expect(JSON.stringify(again)).toBe(JSON.stringify(faultOf(fieldsOf(counted(again)))))
  expect({ ...again, retryAfter: undefined }).toEqual({ ...fault, retryAfter: undefined })
})

test('a JSON body is sent as its text', () => {
  expect(faultOf(fieldsOf(counted({ status: 500, body: { n: 1 } })))).toEqual({
    status: 500,
    body: '{"n":1}',
  })
})

test('a status that is not a number and a header without a colon are sent as they are', () => {
  expect(faultOf({ ...NO_FIELDS, status: 'many', headers: 'no colon', delay: 'a..b' })).toEqual({
    status: 'many',
    headers: { 'no colon': '' },
    delay: { min: 'a', max: 'b' },
  })
})

test('a link fills in which requests match, and nothing else', () => {
  const query = new URLSearchParams('operation=kv.get&key=a&status=500&path=')
  expect(linkedFields(query)).toEqual({ operation: 'kv.get', key: 'a' })
})
