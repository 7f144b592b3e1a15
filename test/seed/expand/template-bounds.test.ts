import { describe, expect, test } from 'vitest'
import { MadeText } from '../../../src/seed/expand/made-text.js'
import { expanded, expandProblemsOf } from '../seeds.js'

const seedOf = (value: unknown) =>
  JSON.stringify({ stores: [{ id: 'ec_a', entries: [{ key: 'a', value }] }] })

async function refusalOf(value: unknown): Promise<string | undefined> {
  const [problem] = await expandProblemsOf(seedOf(value))
  return problem?.message
}

async function madeOf(template: string): Promise<string> {
  const seed = await expanded(seedOf(template))
  return seed.stores[0]?.entries[0]?.text ?? ''
}

const COUNT = 'it asks for more than 100000 items or characters'
const TEXT = 'it asks for more than 10000000 characters'
const PATTERN = 'the pattern makes more than 10000 characters'
const BRACE = 'in a pattern { begins a quantifier such as {3} or {1,3}'

describe('a template with too large a result is refused before anything is made', () => {
  test.each([
    ['{{string.fromCharacters("a",1000000000)}}', COUNT],
    ['{{string.fromCharacters("a",{"min":1,"max":1e15})}}', COUNT],
    ['{{string.fromCharacters("a",{"min":1})}}', COUNT],
    ['{{string.fromCharacters("a","b")}}', COUNT],
    ['{{string.fromCharacters("a",{})}}', COUNT],
    ['{{string.numeric({"length":1e9,"exclude":["1","2","3","4","5","6","7","8","9"]})}}', COUNT],
    ['{{string.alpha({"length":{"min":1,"max":1e9}})}}', COUNT],
    ['{{string.nanoid(1e9)}}', COUNT],
    ['{{finance.accountNumber(1e9)}}', COUNT],
    ['{{lorem.words(1e9)}}', COUNT],
    ['{{word.words(1e9)}}', COUNT],
    ['{{system.fileName({"extensionCount":1e9})}}', COUNT],
    ['{{date.betweens({"from":0,"to":1,"count":1e9})}}', COUNT],
    [`{{string.fromCharacters(["${'a'.repeat(1000)}"],100000)}}`, TEXT],
    ['{{lorem.sentences(50000)}}', 'it takes more than 100000 random draws'],
    [`{{lorem.paragraphs(2000,"${'-'.repeat(10_000)}")}}`, TEXT],
    ['{{helpers.replaceCreditCardSymbols("a{500000000}")}}', PATTERN],
    ['{{helpers.replaceCreditCardSymbols("a{1,500000000}")}}', PATTERN],
    ['{{finance.creditCardNumber("#a{500000000}")}}', PATTERN],
    ['{{finance.creditCardNumber({"issuer":"#a{500000000}"})}}', PATTERN],
    ['{{helpers.fromRegExp("a{500000000}")}}', PATTERN],
    ['{{helpers.fromRegExp("[a-z]{5000}[a-z]{5001}")}}', PATTERN],
    ['{{helpers.fromRegExp("a{9{9}}")}}', BRACE],
    ['{{helpers.fromRegExp("a{[9]{9}}")}}', BRACE],
    ['{{helpers.replaceCreditCardSymbols("a{9{9}}")}}', BRACE],
    [`{{helpers.fromRegExp("${'a?'.repeat(501)}")}}`, 'the pattern has more than 1000 characters'],
    ['{{commerce.isbn(1000000000000000)}}', 'an ISBN has 10 or 13 digits'],
  ])('%.80s', async (template, message) => {
    const path = /[\w.]+/.exec(template)?.[0]
    expect(await refusalOf(template)).toBe(`{{${path}}}: ${message}`)
  })

  test('the templates of one record together give no more than a body may hold', async () => {
    // 100,000 characters of a hundred draws.
    const many = Array.from({ length: 101 }, () => `{{string.fromCharacters(["${'a'.repeat(1000)}"],100)}}`)
    expect(await refusalOf(many.slice(1))).toBeUndefined()
    const message = 'the templates of one record give more than 10000000 characters'
    expect(await refusalOf(many)).toBe(`{{string.fromCharacters}}: ${message}`)
    expect(await refusalOf(many.join(''))).toBe(`{{string.fromCharacters}}: ${message}`)
  })

  test.each([true, false])(
    'the records of a seed together hold no more than its bound (repeated: %s)',
    (isRepeated) => {
      const made = new MadeText()
      // Text that a record shares with the one before does not count.
      const records = ['a', 'b'].map((letter) => ({ value: letter.repeat(8_000_000) }))
      const addAll = (pairs: number) => {
        for (let pair = 0; pair < pairs; pair++) for (const record of records) made.add(record, isRepeated)
      }
      addAll(16)
      expect(() => addAll(1)).toThrow(
        'all that the blocks of a seed repeat comes to more than 256000000 characters',
      )
    },
  )

  test('the blocks of a seed together make four million records at most', () => {
    const made = new MadeText()
    made.beginBlock(4_000_000)
    expect(() => made.beginBlock(4_000_001)).toThrow(
      'all that the blocks of a seed repeat comes to more than 4000000 records',
    )
  })
})

test.each([
  ['{{string.fromCharacters("a",100000)}}', /^"a{100000}"$/],
  ['{{helpers.arrayElements([1000000000,2000000000],2)}}', /^\[[12]0{9},[12]0{9}\]$/],
  ['{{number.int({"min":1000000000,"max":1000000000})}}', /^1000000000$/],
  ['{{helpers.rangeToNumber({"min":1000000000,"max":1000000000})}}', /^1000000000$/],
  ['{{helpers.fromRegExp("[a-z]{3}-[0-9]{2,4}")}}', /^"[a-z]{3}-\d{2,4}"$/],
  ['{{helpers.fromRegExp("x-123456789")}}', /^"x-123456789"$/],
  ['{{finance.creditCardNumber("visa")}}', /^"[\d-]+"$/],
  ['{{finance.creditCardNumber}}', /^"[\d-]+"$/],
  ['{{commerce.isbn(10)}}', /^"[\dX-]+"$/],
  ['{{commerce.isbn({"separator":""})}}', /^"\d{13}"$/],
  ['{{finance.amount({"min":1000000,"max":2000000})}}', /^"\d+\.\d\d"$/],
  ['{{lorem.paragraphs(3)}}', /^"[A-Z]/],
])('a template with a small result is filled in: %s', async (template, expected) => {
  expect(await madeOf(template)).toMatch(expected)
})
