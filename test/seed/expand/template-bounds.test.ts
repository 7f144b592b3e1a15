import { describe, expect, test } from 'vitest'
import { MadeText } from '../../../src/seed/expand/bounds.js'
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
const PATTERN = 'in a pattern, { must begin a quantifier of up to four digits, such as {3} or {1,3}'

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
    ['{{lorem.sentences(50000)}}', 'it asks for more than 100000 random draws'],
    ['{{helpers.replaceCreditCardSymbols("a{500000000}")}}', PATTERN],
    ['{{helpers.replaceCreditCardSymbols("a{1,500000000}")}}', PATTERN],
    ['{{finance.creditCardNumber("#a{500000000}")}}', PATTERN],
    ['{{finance.creditCardNumber({"issuer":"#a{500000000}"})}}', PATTERN],
    ['{{helpers.fromRegExp("a{500000000}")}}', PATTERN],
    ['{{helpers.fromRegExp("a{9{9}}")}}', PATTERN],
    ['{{helpers.fromRegExp("a{[9]{9}}")}}', PATTERN],
    ['{{helpers.replaceCreditCardSymbols("a{9{9}}")}}', PATTERN],
  ])(
    'a template with too large a result is refused before anything is made: %.80s',
    async (template, message) => {
      const path = /[\w.]+/.exec(template)?.[0]
      expect(await refusalOf(template)).toBe(`{{${path}}}: ${message}`)
    },
  )

  test('the records of a seed together hold no more than its bound', () => {
    const made = new MadeText()
    // Text that a record shares with the one before doesn't count.
    const records = ['a', 'b'].map((letter) => ({ value: letter.repeat(8_000_000) }))
    const addAll = (pairs: number) => {
      for (let pair = 0; pair < pairs; pair++) for (const record of records) made.add(record)
    }
    addAll(16)
    expect(() => addAll(1)).toThrow('a seed can generate at most 256000000 characters')
  })

  test('the templates of one record hold no more than that, before it is made', () => {
    const made = new MadeText()
    const text = 'a'.repeat(8_000_000)
    for (let template = 0; template < 32; template++) made.addDrawn(text)
    expect(() => made.addDrawn('a')).toThrow('a seed can generate at most 256000000 characters')
  })

  test('the blocks of a seed together make four million records at most', async () => {
    const entries = [2, 4_000_000].map((repeat) => ({ key: `${repeat}-{{index}}`, value: 1, repeat }))
    expect(await expandProblemsOf(JSON.stringify({ stores: [{ id: 'ec_a', entries }] }))).toMatchObject([
      {
        path: 'stores[0].entries[1].repeat',
        message: 'a seed can generate at most 4000000 records',
        hint: 'lower the repeat',
      },
    ])
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
