import { expect, test } from 'vitest'
import { parseSeeds } from '../../src/seed/parse.js'
import { readResume } from '../../src/seed/resume.js'
import { SeedProblems } from '../../src/seed/text/problems.js'
import { services } from '../../src/services/index.js'
import { Service } from '../support/service.js'
import { brief, marked } from './seeds.js'

const HINT = 'resume is written by exports: take it from one, or leave it out'
const LOG = 'must be a list of [ms, count], ascending, of up to 10000'
const WORDS = 'must be a list of 4 integers from 0 to 2^32-1'

const readFrom = (text: string) => readResume(parseSeeds([{ name: 'seed', text }], services))

const NAMES = 'must be a list of up to 20 texts of up to 100 characters'
const CREATORS = 'must be a list of [id, key]'
const names = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`)

test.each([
  ['an id that is not text', '{ ids: { documents: §7 } }', 'must be digits in quotes'],
  ['an id that is not digits', '{ ids: { projects: §"-7" } }', 'must be digits in quotes'],
  ['an id beyond all', '{ ids: { projects: §"12345678901234567" } }', 'must be digits in quotes'],
  [
    'the id of a fault that cannot be counted on from',
    '{ ids: { faults: §"9007199254740992" } }',
    'must be below 2^53',
  ],
  ['an unknown sequence', '{ ids: { keys: §"7" } }', 'there is no such field'],
  ['a stream of three words', '{ random: { ids: §[1, 2, 3] } }', WORDS],
  ['a stream of five words', '{ random: { ids: §[1, 2, 3, 4, 5] } }', WORDS],
  ['a stream that is not a list', '{ random: { ids: §7 } }', WORDS],
  ['a word below 0', '{ random: { ids: [1, 2, 3, §-4] } }', WORDS],
  ['a word of 33 bits', '{ random: { ids: [1, §4294967296, 3, 4] } }', WORDS],
  ['a word that is not an integer', '{ random: { ids: [1, 2, §3.5, 4] } }', WORDS],
  ['a stream that no world has', '{ random: { dice: §[1, 2, 3, 4] } }', 'there is no such field'],
  ['more names of cursors than a world has', `{ cursors: { names: §${JSON.stringify(names(21))} } }`, NAMES],
  ['a name of cursors that no world has', `{ cursors: { names: [§"${'x'.repeat(101)}"] } }`, NAMES],
  ['a creator of nothing', '{ creators: { documents: [§7] } }', CREATORS],
  ['a creator of a record that cannot be', '{ creators: { projects: [[§"x", "db"]] } }', CREATORS],
  ['creators of something else', '{ creators: { keys: §[] } }', 'there is no such field'],
  ['a window that is none', '{ rateWindows: { db: §[1, 2] } }', 'must be {number, used}'],
  ['a window without its use', '{ rateWindows: { db: §{ number: 3 } } }', 'is missing'],
  ['a use below 0', '{ rateWindows: { db: { number: 3, used: §-1 } } }', 'must be 0 or more'],
  ['a use of half', '{ rateWindows: { db: { number: 3, used: §0.5 } } }', 'must be an integer'],
  ['a log that is none', '{ rateWindows: { db: { log: §1 } } }', LOG],
  ['a log of something else', '{ rateWindows: { db: { log: [§7] } } }', LOG],
  ['a log that goes back', '{ rateWindows: { db: { log: §[[7, 1], [6, 1]] } } }', LOG],
  ['a log with more', '{ rateWindows: { db: { log: [], used: §1 } } }', 'there is no such field'],
  [
    'others of something else',
    '{ rateWindows: { db: { number: 3, used: 1, others: [§7] } } }',
    'must be a list of [number, used], of up to 1000',
  ],
  ['more than a window', '{ rateWindows: { db: { number: 3, used: 1, at: §1 } } }', 'there is no such field'],
  [
    'a window of a key with a name of its own',
    '{ rateWindows: { __proto__: §1 } }',
    'must be {number, used}',
  ],
])('%s is refused at its place', (_, source, message) => {
  const { text, at } = marked(`random: 1\nresume: ${source}`)
  try {
    readFrom(text)
    expect.unreachable()
  } catch (error) {
    if (!(error instanceof SeedProblems)) throw error
    expect(error.problems.map(brief)).toEqual([{ at, message, hint: HINT }])
  }
})

test('all problems are reported at once', () => {
  const text = 'resume: { ids: { faults: 1 }, random: { ids: [] }, rateWindows: { db: 1, db2: {} } }'
  expect(() => readFrom(text)).toThrow(SeedProblems)
  try {
    readFrom(text)
  } catch (error) {
    const { problems } = error as SeedProblems
    expect(problems.map(({ path }) => path)).toEqual([
      'resume.ids.faults',
      'resume.random.ids',
      'resume.rateWindows.db',
      'resume.rateWindows.db2.number',
      'resume.rateWindows.db2.used',
    ])
  }
})

test('only the first thousand of many problems are reported', () => {
  const text = `{"resume":{"gone":{"isComplete":true,"entries":[${'1,'.repeat(5000)}1]}}}`
  try {
    readFrom(text)
    expect.fail()
  } catch (error) {
    const { problems } = error as SeedProblems
    expect(problems).toHaveLength(1000)
    expect(problems.at(-1)?.path).toBe('resume.gone.entries[999]')
  }
})

test('without a resume, everything begins again', () => {
  const records = { lastId: '0', places: [], creators: [] }
  const anew = {
    documents: records,
    projects: records,
    faults: 0,
    random: {},
    rateWindows: [],
    cursorNames: [],
  }
  expect(readFrom('version: 1')).toEqual(anew)
  expect(readFrom('resume: {}')).toEqual(anew)
})

test('windows of keys with any name are kept', () => {
  const windows = {
    constructor: { number: 1, used: 2 },
    prototype: { log: [[3, 4]] },
    db: { number: 3, used: 1, others: [[2, 5]] },
  }
  const text = JSON.stringify({ resume: { rateWindows: windows } })
  expect(readFrom(text).rateWindows).toEqual(Object.entries(windows))
})

test('a service does not start from a seed with a wrong resume', async () => {
  await expect(Service.start('resume: { random: { ids: [] } }')).rejects.toThrow(SeedProblems)
})
