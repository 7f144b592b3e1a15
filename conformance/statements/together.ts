/** Statements about concurrent calls to both stores. None may get lost or mixed up with another. */

import { atOnce } from '../at-once.js'
import {
  expectCode,
  expectStatus,
  expectSuccess,
  expectThat,
  expectValue,
  read,
  StatementSkip,
} from '../check.js'
import { disturbanceIn } from '../indeterminate.js'
import { expectKeys, LIST_MEMBER, namesOf } from './lists.js'
import { onBothSides, type Side } from './sides.js'
import { each, type Statement, type StatementDrafts, statements } from './statement.js'
import { CALL, LIMITED } from './usage/calls.js'
import { expectMovesDuring } from './usage/counters.js'

/** Enough to overlap without being a burden. */
const CALLS = 12

const draftsFor = ({ area, part, own }: Side): StatementDrafts => {
  const member = LIST_MEMBER[area]
  const lists = area === 'kv' ? (['bearer'] as const) : []
  return {
    [`${area}.together.puts`]: {
      text: 'Concurrent puts of different keys are all stored, each with its own answer and value.',
      needs: [`${part}.writer`, `${part}.reader`, ...lists],
      async check(session) {
        const entries = own(session)
        const before = namesOf(await entries.list(), member)
        const keys = Array.from({ length: CALLS }, session.newKey)
        const puts = await atOnce(CALLS, (index) => entries.set(keys[index] ?? '', index))
        for (const [index, key] of keys.entries()) {
          const put = puts[index]
          if (put !== undefined) read(expectSuccess(put)).member('key').equals(key)
          expectValue(await entries.get(key), String(index))
        }
        expectKeys(await entries.list(), member, [...before, ...keys])
      },
    },
    [`${area}.together.puts-of-one-key`]: {
      text: 'If a key is put concurrently, one of the puts is the latest. Its value is kept, with its own time.',
      needs: [`${part}.writer`, `${part}.reader`, ...lists],
      async check(session, key) {
        const entries = own(session)
        const before = namesOf(await entries.list(), member)
        const time = area === 'kv' ? 'expiresAt' : 'updatedAt'
        const puts = await atOnce(CALLS, (index) =>
          area === 'kv'
            ? entries.put(key, { value: index, ttlSeconds: 600 + 60 * index })
            : entries.set(key, index),
        )
        for (const put of puts) read(expectSuccess(put)).member('key').equals(key)
        const got = expectSuccess(await entries.get(key))
        const latest = puts[read(got).member('value').integer()]
        if (latest === undefined) return expectThat(false, 'a value that was put', 'another one', got)
        const { json } = read(latest).member(time)
        if (json.kind === 'string') read(got).member(time).equals(json.value)
        if (json.kind === 'number') read(got).member(time).equalsJson(json.digits)
        expectKeys(await entries.list(), member, [...before, key])
      },
    },
    [`${area}.together.deletes`]: {
      text: 'Concurrent with reads and lists, deletes only remove their own keys. All other entries are read and listed.',
      needs: [`${part}.writer`, `${part}.reader`, ...lists],
      async check(session) {
        const entries = own(session)
        const before = namesOf(await entries.list(), member)
        const keys = Array.from({ length: CALLS }, session.newKey)
        for (const key of keys) expectSuccess(await entries.set(key, key))
        const kept = keys.filter((_, index) => index % 3 > 0)
        const gone = keys.filter((_, index) => index % 3 === 0)
        const answers = await atOnce(CALLS, (index) => {
          const key = keys[index] ?? ''
          if (index % 3 === 0) return entries.delete(key)
          return index % 3 === 1 ? entries.get(key) : entries.list()
        })
        for (const [index, answer] of answers.entries()) {
          expectSuccess(answer)
          if (index % 3 === 1) expectValue(answer, JSON.stringify(keys[index]))
          if (index % 3 < 2) continue
          const listed = namesOf(answer, member)
          const stillThere = gone.filter((key) => listed.includes(key))
          expectKeys(answer, member, [...before, ...kept, ...stillThere])
        }
        for (const key of gone) expectStatus(await entries.get(key), 404)
        expectKeys(await entries.list(), member, [...before, ...kept])
      },
    },
    [`${area}.together.reads-during-a-put`]: {
      text: 'Reads concurrent with a put of the same key return the value before or after it.',
      async check(session, key) {
        const entries = own(session)
        expectSuccess(await entries.set(key, 'before'))
        const answers = await atOnce(CALLS, (index) =>
          index === 1 ? entries.set(key, 'after') : entries.get(key),
        )
        for (const [index, answer] of answers.entries()) {
          if (index === 1) expectSuccess(answer)
          else {
            const value = read(expectSuccess(answer)).member('value').string()
            expectThat(['before', 'after'].includes(value), 'before or after', value, answer)
          }
        }
        expectValue(await entries.get(key), '"after"')
      },
    },
  }
}

export const togetherStatements: readonly Statement[] = [
  ...onBothSides('States', draftsFor),
  ...statements(
    { service: 'kv', section: 'Limits A.3', needs: ['kv.writer', 'kv.reader', 'bearer'] },
    {
      'usage.together': {
        text: 'Concurrent calls are all counted, each in its own counter.',
        async check({ kv, newKey }) {
          const keys = Array.from({ length: CALLS }, newKey)
          const call = (make: (key: string) => Promise<Parameters<typeof expectSuccess>[0]>) =>
            atOnce(CALLS, async (index) => expectSuccess(await make(keys[index] ?? '')))
          await expectMovesDuring(kv, { writes: CALLS, storageBytes: 'more' }, () =>
            call((key) => kv.set(key, 1)),
          )
          await expectMovesDuring(kv, { reads: CALLS }, () => call((key) => kv.get(key)))
          await expectMovesDuring(kv, { deletes: CALLS, storageBytes: 'less' }, () =>
            call((key) => kv.delete(key)),
          )
          await expectMovesDuring(kv, { lists: CALLS }, () => call(() => kv.list()))
        },
      },
      ...each(LIMITED, (quantity) => ({
        [`quota.together.${quantity}`]: {
          section: 'Limits A.5',
          text: `Concurrent calls can't exceed the quota for ${quantity}. Exactly as many as are left are accepted.`,
          needs: ['limited'],
          async check(session) {
            const { kv, limits } = await session.limited()
            const key = session.newKey()
            if (quantity !== 'writes') expectSuccess(await CALL.writes(kv, key))
            const answers = await atOnce(limits[quantity] + 4, () => CALL[quantity](kv, key))
            const why = answers.map(disturbanceIn).find((found) => found !== undefined)
            if (why !== undefined) throw new StatementSkip(why)
            const refused = answers.filter(({ status }) => status >= 400)
            for (const answer of refused) expectCode(expectStatus(answer, 429), 'monthly_quota_exceeded')
            const [about = await kv.usage()] = answers
            expectThat(refused.length === 4, '4 of them to be refused', String(refused.length), about)
          },
        },
      })),
    },
  ),
]
