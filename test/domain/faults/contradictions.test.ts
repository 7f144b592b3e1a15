import { describe, expect, test } from 'vitest'
import { contradictionsIn } from '../../../src/domain/faults/contradictions.js'
import type { FaultEffect } from '../../../src/domain/faults/fault.js'

type Fields = { readonly [Name in keyof FaultEffect]?: unknown }

describe('the fields of a fault that would do nothing', () => {
  test.each<[Fields, (keyof FaultEffect)[]]>([
    [{ status: 503 }, []],
    [{ status: 503, body: 'x', headers: {}, retryAfter: 1, delay: {}, hold: true }, []],
    [{ status: 503, connection: 'truncate' }, []],
    [{ status: 503, connection: 'reset' }, ['connection']],
    [{ status: 503, connection: 'close', body: 'x' }, ['connection']],
    [{ connection: 'reset' }, []],
    [{ delay: {} }, []],
    [{ hold: true }, []],
    [{}, ['status']],
    [{ hold: false }, ['status']],
    [{ body: 'x' }, ['body']],
    [{ body: 'x', headers: {}, retryAfter: 1 }, ['body', 'headers', 'retryAfter']],
    [{ delay: {}, headers: {} }, ['headers']],
  ])('the fields of the fault %j that would do nothing are %j', (effect, fields) => {
    expect(contradictionsIn(effect).map(({ field }) => field)).toEqual(fields)
  })

  test.each<[Fields, string, string]>([
    [{}, 'this fault does nothing', 'give it a status, a delay, a connection or hold: true'],
    [{ body: 'x' }, 'a fault without a status sends no body', 'give it a status such as 503'],
    [
      { status: 503, connection: 'reset' },
      'reset leaves no answer that could have the status 503',
      'leave one of the two out',
    ],
  ])('the idle fields of the fault %j are reported with a fix', (effect, problem, hint) => {
    expect(contradictionsIn(effect)).toEqual([expect.objectContaining({ problem, hint })])
  })
})
