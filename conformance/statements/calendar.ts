/** Statements about special days, such as 29 February, the last day of a month and the end of a year. */

import { expectMember, expectSuccess, expectThat, read } from '../check.js'
import type { Session } from '../session.js'
import { type Shared, type Statement, statements } from './statement.js'
import { monthKeyOf, nextMonth } from './usage/counters.js'

const SHARED: Shared = {
  service: 'kv',
  section: 'Limits A.4',
  needs: ['kv.writer', 'bearer', 'time.exact', 'time.leap'],
}

const DAY_MS = 86_400_000
const DAY_S = 86_400

/** Returns noon on the last day of each of the next few months, around the end of a year, and around 29 February. */
function noons(now: number): readonly number[] {
  const year = new Date(now).getUTCFullYear() + 1
  const leap = [...Array(9).keys()]
    .map((more) => year + more)
    .find((one) => new Date(Date.UTC(one, 1, 29)).getUTCDate() === 29)
  const noon = (inYear: number, month: number, day: number) => Date.UTC(inYear, month, day, 12)
  return [
    ...Array.from({ length: 13 }, (_, month) => noon(year, month, 0)),
    ...[28, 29, 30, 32, 33, 34].map((day) => noon(year, 11, day)),
    ...[28, 29, 30].map((day) => noon(leap ?? year, 1, day)),
  ]
    .filter((instant) => instant > now + DAY_MS)
    .sort((one, other) => one - other)
}

/** Moves the frozen clock to each noon, and calls `look` there. */
async function eachNoon(session: Session, look: (now: number) => Promise<unknown>): Promise<void> {
  for (const instant of noons(await session.time.now())) {
    await session.passUntil(instant)
    await look(instant)
  }
}

const isoOf = (instant: number): string => new Date(instant).toISOString()

export const calendarStatements: readonly Statement[] = statements(SHARED, {
  'usage.calendar.month-key': {
    text: 'monthKey is the current month on the last day of a month, at the end of a year and around 29 February.',
    needs: ['kv', 'bearer', 'time.exact', 'time.leap'],
    check: (session) =>
      eachNoon(session, async (now) => expectMember(await session.kv.usage(), 'monthKey', monthKeyOf(now))),
  },
  'usage.calendar.resets': {
    text: 'Every month of a year, including February, counts from 0, no matter how long the previous month is.',
    needs: ['kv.writer', 'kv.reader', 'bearer', 'time.exact', 'time.leap'],
    async check({ kv, time, passUntil, newKey }) {
      for (let month = 0; month < 13; month += 1) {
        await passUntil(nextMonth(await time.now()) + DAY_MS)
        const key = newKey()
        expectSuccess(await kv.set(key, 1))
        expectSuccess(await kv.get(key))
        expectSuccess(await kv.list())
        expectSuccess(await kv.delete(key))
        const used = read(expectSuccess(await kv.usage())).member('usage')
        used.holds({ reads: 1, writes: 1, lists: 1, deletes: 1 })
      }
    },
  },
  'kv.calendar.expiry': {
    section: 'Resources A',
    text: 'With a TTL of a day, expiresAt, expiresAtIso and createdAt are correct on every day of the calendar.',
    check: (session, key) =>
      eachNoon(session, async (now) => {
        const { kv } = session
        const put = expectSuccess(await kv.put(key, { value: 1, ttlSeconds: DAY_S }))
        read(put)
          .member('expiresAt')
          .equals(now + DAY_MS)
        const list = expectSuccess(await kv.list())
        const item = read(list).member('keys').theEntry(key)
        item.member('expiresAt').equals(now + DAY_MS)
        const iso = item.member('expiresAtIso').instant({ milliseconds: true })
        expectThat(iso === now + DAY_MS, `expiresAtIso of ${isoOf(now + DAY_MS)}`, isoOf(iso), list)
        const createdAt = item.member('createdAt').instant()
        const isToday = createdAt <= now && createdAt > now - 1000
        expectThat(isToday, `createdAt of ${isoOf(now)}`, isoOf(createdAt), list)
        expectSuccess(await kv.delete(key))
      }),
  },
  'config.calendar.updated-at': {
    section: 'Resources B',
    service: 'config',
    text: 'updatedAt is correct on the last day of a month, at the end of a year and around 29 February.',
    needs: ['store.writer', 'store.reader', 'time.exact', 'time.leap'],
    check: (session, key) =>
      eachNoon(session, async (now) => {
        for (const answer of [await session.store.set(key, now), await session.store.get(key)]) {
          const updatedAt = read(expectSuccess(answer)).member('updatedAt').instant({ milliseconds: true })
          expectThat(updatedAt === now, `updatedAt of ${isoOf(now)}`, isoOf(updatedAt), answer)
        }
      }),
  },
})
