/** Statements about the end of a month. Each call counts for the month in which it's made. */

import { expectCode, expectMember, expectStatus, expectSuccess, expectThat, read } from '../../check.js'
import type { KvEntries, Session } from '../../session.js'
import { each, type Shared, type Statement, statements } from '../statement.js'
import { CALL, LIMITED, putLasting, usedUp } from './calls.js'
import { countersOf, expectMovesDuring, monthKeyOf, nextMonth } from './counters.js'

const SHARED: Shared = {
  service: 'kv',
  section: 'Limits A.4',
  needs: ['kv.writer', 'kv.reader', 'bearer', 'time.exact', 'time.leap'],
}

const QUANTITIES = [...LIMITED, 'deletes'] as const

/** Moves the clock to the last ms of the month. Returns the first ms of the next. */
async function toLastMillisecond(session: Session): Promise<number> {
  const midnight = nextMonth(await session.time.now())
  await session.passUntil(midnight - 1)
  return midnight
}

const ends = each(QUANTITIES, (quantity) => ({
  [`usage.month-end.${quantity}`]: {
    text: `In the last millisecond of a month, ${quantity} still count for that month. In the next one they start at 0.`,
    async check(session) {
      const { kv } = session
      const keys = [session.newKey(), session.newKey()]
      for (const key of keys) expectSuccess(await putLasting(kv, key))
      const midnight = await toLastMillisecond(session)
      expectMember(await kv.usage(), 'monthKey', monthKeyOf(midnight - 1))
      // Remove entries that have expired in the meantime, so that none of the calls below removes any.
      expectSuccess(await kv.list())
      const [first = '', second = ''] = keys
      const storage = quantity === 'deletes' ? ({ storageBytes: 'less' } as const) : {}
      await expectMovesDuring(kv, { [quantity]: 1, ...storage }, async () => {
        expectSuccess(await CALL[quantity](kv, first))
      })
      await session.pass(1)
      await expectNothingCounted(kv, midnight)
      await expectMovesDuring(kv, { [quantity]: 1, ...storage }, async () => {
        expectSuccess(await CALL[quantity](kv, second))
      })
    },
  },
}))

/** Expects the report for a month in which nothing has been counted yet. */
async function expectNothingCounted(kv: KvEntries, midnight: number): Promise<void> {
  const { counters, report } = await countersOf(kv)
  for (const name of QUANTITIES) {
    expectThat(counters[name] === 0, `no ${name} in the new month`, String(counters[name]), report)
  }
  read(report).member('monthKey').equals(monthKeyOf(midnight))
}

const opened = each(LIMITED, (quantity) => ({
  [`quota.new-month.${quantity}`]: {
    text: `An exhausted quota for ${quantity} is available again from the first millisecond of the next month.`,
    needs: ['limited', 'time.exact', 'time.leap'],
    async check(session) {
      const { kv, limits, key } = await usedUp(session, quantity)
      await toLastMillisecond(session)
      expectCode(expectStatus(await CALL[quantity](kv, key), 429), 'monthly_quota_exceeded')
      await session.pass(1)
      for (let used = 0; used < limits[quantity]; used += 1) expectSuccess(await CALL[quantity](kv, key))
      expectStatus(await CALL[quantity](kv, key), 429)
    },
  },
}))

export const monthStatements: readonly Statement[] = statements(SHARED, {
  ...ends,
  ...opened,
})
