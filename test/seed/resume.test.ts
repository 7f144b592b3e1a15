import { expect, test } from 'vitest'
import { parseSeeds } from '../../src/seed/parse.js'
import { readResume } from '../../src/seed/resume.js'
import { SeedProblems } from '../../src/seed/text/problems.js'
import { services } from '../../src/services/index.js'
import { Service } from '../support/service.js'
import { brief, marked } from './seeds.js'

const HINT = 'copy resume from an export, or leave it out'
const MESSAGE = /^expected what an export writes, found ./

const readFrom = (text: string) => readResume(parseSeeds([{ name: 'seed', text }], services), services)

const names = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`)

test.each([
  ['an id that is not text', '{ ids: { documents: §7 } }'],
  ['an id that is not digits', '{ ids: { projects: §"-7" } }'],
  ['an id beyond all', '{ ids: { projects: §"12345678901234567" } }'],
  ['the id of a fault that cannot be counted on from', '{ ids: { faults: §"9007199254740992" } }'],
  ['an unknown sequence', '{ ids: { keys: §"7" } }'],
  ['a stream of three words', '{ random: { ids: §[1, 2, 3] } }'],
  ['a stream of five words', '{ random: { ids: §[1, 2, 3, 4, 5] } }'],
  ['a stream that is not a list', '{ random: { ids: §7 } }'],
  ['a word below 0', '{ random: { ids: [1, 2, 3, §-4] } }'],
  ['a word of 33 bits', '{ random: { ids: [1, §4294967296, 3, 4] } }'],
  ['a word that is not an integer', '{ random: { ids: [1, 2, §3.5, 4] } }'],
  ['a stream that no world has', '{ random: { dice: §[1, 2, 3, 4] } }'],
  ['more names of cursors than a world has', `{ cursors: { names: §${JSON.stringify(names(21))} } }`],
  ['a name of cursors that no world has', `{ cursors: { names: [§"${'x'.repeat(101)}"] } }`],
  ['a creator of nothing', '{ creators: { documents: [§7] } }'],
  ['a creator of a record that cannot be', '{ creators: { projects: [[§"x", "db"]] } }'],
  ['creators of something else', '{ creators: { keys: §[] } }'],
  ['an invalid window', '{ rateWindows: { db: §[1, 2] } }'],
  ['a window without its use', '{ rateWindows: { db: §{ number: 3 } } }'],
  ['a use below 0', '{ rateWindows: { db: { number: 3, used: §-1 } } }'],
  ['a use of half', '{ rateWindows: { db: { number: 3, used: §0.5 } } }'],
  ['an invalid log', '{ rateWindows: { db: { log: §1 } } }'],
  ['a log of something else', '{ rateWindows: { db: { log: [§7] } } }'],
  ['a log that goes back', '{ rateWindows: { db: { log: §[[7, 1], [6, 1]] } } }'],
  ['a log with more', '{ rateWindows: { db: { log: [], used: §1 } } }'],
  ['others of something else', '{ rateWindows: { db: { number: 3, used: 1, others: [§7] } } }'],
  ['more than a window', '{ rateWindows: { db: { number: 3, used: 1, at: §1 } } }'],
  ['a window of a key with a name of its own', '{ rateWindows: { __proto__: §1 } }'],
])('%s is refused at its place', (_, source) => {
  const { text, at } = marked(`random: 1\nresume: ${source}`)
  try {
    readFrom(text)
    expect.unreachable()
  } catch (error) {
    if (!(error instanceof SeedProblems)) throw error
    expect(error.problems.map(brief)).toEqual([{ at, message: expect.stringMatching(MESSAGE), hint: HINT }])
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

test('everything begins again without a resume', () => {
  const records = { lastId: '0', places: [], creators: [] }
  const anew = {
    collections: { documents: records, projects: records },
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
