/**
 * Statements about sequences of calls, in which earlier calls may only affect an answer as stated. A single sequence
 * contains every combination of a few calls.
 */

import { expectStatus, expectSuccess, expectThat, expectValue, read } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import type { Session } from '../session.js'
import { expectKeys, LIST_MEMBER, namesOf } from './lists.js'
import { onBothSides, type Side } from './sides.js'
import { type Statement, statements } from './statement.js'
import { type Counted, countersOf, nextMonth } from './usage/counters.js'

/** Returns the shortest string with every combination of letters of this length (de Bruijn, by Lyndon words). */
export function everyRun(letters: string, length: number): string {
  const word = Array.from({ length: length + 1 }, () => 0)
  let sequence = ''
  const extend = (at: number, period: number): void => {
    if (at > length) {
      if (length % period === 0) for (const letter of word.slice(1, period + 1)) sequence += letters[letter]
      return
    }
    const same = word[at - period] ?? 0
    word[at] = same
    extend(at + 1, period)
    for (let letter = same + 1; letter < letters.length; letter += 1) {
      word[at] = letter
      extend(at + 1, at)
    }
  }
  extend(1, 1)
  return sequence + sequence.slice(0, length - 1)
}

/** Puts, reads, deletes and lists a key in this order, and checks each answer separately. */
async function expectEach({ area, own }: Side, session: Session, calls: string): Promise<void> {
  const entries = own(session)
  const [key, other] = [session.newKey(), session.newKey()]
  const member = LIST_MEMBER[area]
  expectSuccess(await entries.set(other, 'other'))
  const others = namesOf(await entries.list(), member)
  let value: number | undefined
  for (const [index, call] of [...calls].entries()) {
    if (call === 'P') {
      expectSuccess(await entries.set(key, index))
      value = index
    } else if (call === 'G') {
      const got = await entries.get(key)
      if (value === undefined) expectStatus(got, 404)
      else expectValue(got, String(value))
    } else if (call === 'D') {
      const answer = await entries.delete(key)
      // The contract doesn't say whether deleting a missing key succeeds.
      if (value !== undefined || answer.status !== 404) expectSuccess(answer)
      value = undefined
    } else {
      const list = await entries.list()
      expectKeys(list, member, value === undefined ? others : [...others, key])
      if (area === 'config' && value !== undefined) {
        read(list).member(member).theEntry(key).member('value').equals(value)
      }
    }
  }
}

/** By how much each counter may have changed since the last report. */
type Range = Record<'reads' | 'writes' | 'deletes' | 'lists', [number, number]>

const nothing = (): Range => ({ reads: [0, 0], writes: [0, 0], deletes: [0, 0], lists: [0, 0] })

function expectWithin(before: Counted, after: Counted, range: Range): void {
  for (const name of ['reads', 'writes', 'deletes', 'lists'] as const) {
    const by = after.counters[name] - before.counters[name]
    const [least, most] = range[name]
    expectThat(
      by >= least && by <= most,
      `${name} to change by ${least} to ${most}`,
      `by ${by}`,
      after.report,
    )
  }
}

export const sequenceStatements: readonly Statement[] = [
  ...onBothSides(
    'States',
    (side) => ({
      [`${side.area}.sequences`]: {
        text: 'In any sequence of four puts, reads, deletes and lists of a key, every response is correct.',
        check: (session) => expectEach(side, session, everyRun('PGDL', 4)),
      },
    }),
    ({ area, part }) => [`${part}.writer`, `${part}.reader`, ...(area === 'kv' ? (['bearer'] as const) : [])],
  ),
  ...statements(
    { service: 'kv', section: 'Limits A.3', needs: ['kv.writer', 'bearer', 'time.exact', 'time.leap'] },
    {
      'usage.sequences': {
        text: 'In any sequence of calls, expiries and reports, each call increments its counter once, and storage is freed in the end.',
        async check({ kv, time, pass, passUntil }, key) {
          await passUntil(nextMonth(await time.now()))
          expectSuccess(await kv.list())
          const empty = await countersOf(kv)
          let [before, range, expiresAt] = [empty, nothing(), 0]
          const call = async (name: keyof Range, isSure: boolean, answer: Promise<HttpExchange>) => {
            const made = await answer
            if (isSure) expectSuccess(made)
            range[name][0] += isSure ? 1 : 0
            range[name][1] += 1
            return made
          }
          for (const letter of everyRun('PDLXU', 3)) {
            if (letter === 'P') {
              const put = await call('writes', true, kv.put(key, { value: letter, ttlSeconds: 60 }))
              expiresAt = read(put).member('expiresAt').integer()
            } else if (letter === 'D') {
              await call('deletes', expiresAt > 0, kv.delete(key))
              expiresAt = 0
            } else if (letter === 'L') {
              const list = await call('lists', true, kv.list())
              const isListed = read(list).member('keys').entry(key) !== undefined
              expectThat(
                isListed === expiresAt > 0,
                `${key} ${expiresAt > 0 ? '' : 'not '}in the list`,
                'else',
                list,
              )
            } else if (letter === 'X') {
              await pass(60_000)
              expiresAt = 0
            } else {
              const after = await countersOf(kv)
              expectWithin(before, after, range)
              before = after
              range = nothing()
            }
          }
          expectSuccess(await kv.delete(key).then((answer) => (answer.status === 404 ? kv.list() : answer)))
          const { counters, report } = await countersOf(kv)
          const left = counters.storageBytes - empty.counters.storageBytes
          expectThat(left === 0, 'storageBytes as at the start', `${left} more`, report)
        },
      },
    },
  ),
]
