import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { replaceDate } from '../../../src/integrations/clock/replace-date.js'

const NOW = Date.UTC(2030, 0, 31, 12)

/** A function that evaluates in a new realm, whose Date shows NOW. */
function realm(): (expression: string) => unknown {
  const context = createContext()
  replaceDate(runInContext('globalThis', context), () => NOW)
  return (expression) => runInContext(expression, context)
}

test.each([
  ['Date.now()', NOW],
  ['new Date().getTime()', NOW],
  ['Date.parse(Date())', NOW],
  ['Date.parse(Date(0))', NOW],
  ['Reflect.construct(Date, []).getTime()', NOW],
  ['new (class extends Date {})().getTime()', NOW],
  ['new (class extends Date { constructor() { super(5) } })().getTime()', 5],
  ['new Date(0).getTime()', 0],
  ['new Date(undefined).getTime()', Number.NaN],
  ['new Date(2030, 0).getTime() === new Date("2030-01-01T00:00:00").getTime()', true],
  ['Date.UTC(2030, 0)', Date.UTC(2030, 0)],
  ['new Date() instanceof Date', true],
  ['new (class A extends Date {})() instanceof Date', true],
  ['new Date().constructor === Date', true],
  ['Object.prototype.toString.call(new Date())', '[object Date]'],
  ['[Date.name, Date.length, String(Date).includes("native code")].join()', 'Date,7,true'],
  ['Object.keys(Date).length', 0],
  ['Object.getOwnPropertyDescriptor(globalThis, "Date").enumerable', false],
])('the replaced Date behaves like Date: %s', (expression, value) => {
  expect(realm()(expression)).toEqual(value)
})

test.each([
  ['format.format()', '1/31/2030'],
  ['format.format(undefined)', '1/31/2030'],
  ['format.format(null)', '1/1/1970'],
  ['format.format(0)', '1/1/1970'],
  ['const { format: bound } = format; bound()', '1/31/2030'],
  ['format.format === format.format', true],
  ['format.formatToParts().at(-1).value', '2030'],
  ['format.formatToParts(0).at(-1).value', '1970'],
])('Intl.DateTimeFormat shows the replaced time: %s', (expression, value) => {
  expect(realm()(`const format = new Intl.DateTimeFormat('en', { timeZone: 'UTC' }); ${expression}`)).toBe(
    value,
  )
})
