import { describe, expect, test } from 'vitest'
import { parseSeeds, type SeedSource } from '../../../src/seed/parse.js'
import { SeedProblems } from '../../../src/seed/text/problems.js'
import { services } from '../../../src/services/index.js'

/** Text that is neither JSON nor YAML is reported in the terms of the one that it was meant to be. */

/** Empty if there are no problems. */
function problemsOf(source: Partial<SeedSource> & Pick<SeedSource, 'text'>): string {
  try {
    parseSeeds([{ name: 'seed', ...source }], services)
    return ''
  } catch (error) {
    if (error instanceof SeedProblems) return error.message
    throw error
  }
}

const NOPE = 'this is not valid JSON: expected a name in double quotes or }, found nope'

describe('reported in the terms of JSON', () => {
  test.each([
    ['a file that is called so', { name: 'a/seed.json', text: '{nope' }, `a/seed.json:1:2: ${NOPE}`],
    ['a body that is sent so', { isSaidToBeJson: true, text: '{nope' }, `seed:1:2: ${NOPE}`],
    [
      'what begins so',
      { text: '{\n  "random": 1\n  "clock": {}\n}' },
      'seed:3:3: this is not valid JSON: expected a comma or }, found "clock"\n  3 |   "clock": {}\n    |   ^',
    ],
    [
      'a list of what does',
      { text: '[{"random": 1}' },
      'seed:1:15: this is not valid JSON: it ends too early: expected a comma or ]',
    ],
    ['a bracket alone', { text: ' {\n' }, 'seed:2:1: this is not valid JSON: it ends too early'],
    [
      'what has a name twice, too',
      { text: '{"random": 1, "random": 2, "clock": {}]' },
      'seed:1:39: this is not valid JSON: expected a comma or }, found ]',
    ],
  ])('a problem is reported in the terms of JSON: %s', (_, source, problem) => {
    expect(problemsOf(source)).toContain(problem)
  })

  test.each([
    ['file', { name: 'a/seed.json' }],
    ['body', { name: 'body', isSaidToBeJson: true }],
  ])('a comma after the last member is refused in a %s that is called JSON', (_, source) => {
    expect(problemsOf({ ...source, text: '{\n  "random": 1,\n}' })).toBe(
      `${source.name}:3:1: this is not valid JSON: expected a name in double quotes, found }\n  3 | }\n    | ^\n  remove the comma after the last member`,
    )
  })

  test('a problem of JSON is reported with a hint', () => {
    expect(problemsOf({ text: '{"random": "a\\b\\c"}' })).toMatch(
      /: \\c is not a JSON escape\n.*\n.*\n {2}write a backslash/,
    )
  })
})

describe('reported in the terms of YAML', () => {
  test.each([
    ['names without quotes', { text: '{random: 1, clock: {}' }],
    ['a body that is sent as anything else', { isSaidToBeJson: false, name: 'seed.json', text: '{nope' }],
    ['JSON with comments of YAML', { text: '{"random": 1, # comment\n "clock": {' }, 'no closing bracket'],
    ['blocks in a file of JSON', { name: 'seed.json', text: 'random: [1' }, 'no closing bracket'],
  ])('a problem is reported in the terms of YAML: %s', (_, source, said = 'this is not valid YAML: ') => {
    expect(problemsOf(source)).toContain(said)
  })

  test.each([
    ['a comma after the last member, unless it is called JSON', { text: '{"random": 1,}' }],
    ['YAML with the media type of JSON', { isSaidToBeJson: true, text: 'random: 1' }],
  ])('a seed is valid: %s', (_, source) => {
    expect(problemsOf(source)).toBe('')
  })
})
