import { expect, test } from 'vitest'
import { replaceTemporalNow } from '../../../src/integrations/clock/replace-temporal.js'

const NOW = Date.UTC(2030, 0, 31, 12)

/** The replaced part of Temporal, as in Node 26. */
function temporal() {
  const instant = (epochMilliseconds: number) => ({
    epochMilliseconds,
    toZonedDateTimeISO: (zone: string) => ({
      toString: () => `zoned ${epochMilliseconds} ${zone}`,
      toPlainDateTime: () => `date and time ${epochMilliseconds} ${zone}`,
      toPlainDate: () => `date ${epochMilliseconds} ${zone}`,
      toPlainTime: () => `time ${epochMilliseconds} ${zone}`,
    }),
  })
  return {
    Instant: { fromEpochMilliseconds: instant },
    Now: {
      timeZoneId: () => 'Asia/Tokyo',
      instant: () => instant(0),
      zonedDateTimeISO: (zone?: string) => instant(0).toZonedDateTimeISO(zone ?? 'none'),
      plainDateTimeISO: (_zone?: string) => 'real',
      plainDateISO: (_zone?: string) => 'real',
      plainTimeISO: (_zone?: string) => 'real',
    },
  }
}

test('each function of Temporal.Now shows the other clock, until it is restored', () => {
  const Temporal = temporal()
  const { Now } = Temporal
  const putBack = replaceTemporalNow({ Temporal }, () => NOW)
  expect(Now.instant().epochMilliseconds).toBe(NOW)
  expect(String(Now.zonedDateTimeISO())).toBe(`zoned ${NOW} Asia/Tokyo`)
  expect(String(Now.zonedDateTimeISO('UTC'))).toBe(`zoned ${NOW} UTC`)
  expect(Now.plainDateTimeISO()).toBe(`date and time ${NOW} Asia/Tokyo`)
  expect(Now.plainDateISO('UTC')).toBe(`date ${NOW} UTC`)
  expect(Now.plainTimeISO()).toBe(`time ${NOW} Asia/Tokyo`)
  putBack()
  expect(Now.instant().epochMilliseconds).toBe(0)
  expect(Now.plainDateISO()).toBe('real')
})
