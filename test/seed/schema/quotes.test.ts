import { describe, expect, test } from 'vitest'
import { problemsOf } from '../seeds.js'

const hintsOf = (text: string) => problemsOf(text).map(({ hint }) => hint)
const key = (written: string) => `stores: [{ id: ec_a, keys: [{ key: ${written}, scope: read }] }]`

describe('the mend for a value that must be text names it as it was written', () => {
  test.each([
    ...[
      '007',
      '7',
      '-7',
      '+7',
      '0x1F',
      '0o17',
      '0123',
      '1.10',
      '1.',
      '.50',
      '1e3',
      '1E+3',
      '123456789012345678901',
    ],
    ...['.inf', '-.INF', '.NaN', 'true', 'TRUE', 'False', 'null', 'NULL', '~'],
  ])('%s in place of text is to be put in quotes, as it was written', (written) => {
    const hint = `put it in quotes: "${written}"`
    expect(hintsOf(key(written))).toEqual([hint])
    expect(
      hintsOf(`stores:\n  - id: ec_a\n    keys:\n      - scope: read\n        key:  ${written} # x\n`),
    ).toEqual([hint])
    expect(hintsOf(`stores: [{ id: ec_a, owner: &owner ${written}}, { id: ec_b, owner: o }]`)).toEqual([hint])
    expect(problemsOf(key(`"${written}"`))).toEqual([])
  })

  test('a value in JSON in place of text is to be put in quotes, as it was written', () => {
    expect(hintsOf('{"stores": [{"id": "ec_a", "owner": 1.10}]}')).toEqual(['put it in quotes: "1.10"'])
  })

  test('a value on a line that is too long to show is to be put in quotes, as it was written', () => {
    const many = Array.from({ length: 200 }, (_, index) => `{ key: k${index}, scope: read }`).join(', ')
    expect(hintsOf(`stores: [{ id: ec_a, keys: [${many}, { key: 007, scope: read }] }]`)).toEqual([
      'put it in quotes: "007"',
    ])
  })

  test.each([
    ['the options of a profile', 'profile: { auth: { secret: 0x1F } }', '0x1F'],
    ['the headers of a fault', 'faults: [{ status: 503, headers: { x-a: TRUE } }]', 'TRUE'],
    ['exact JSON', 'stores: [{ id: ec_a, entries: [{ key: k, json: 1.10 }] }]', '1.10'],
  ])('a value in %s is to be put in quotes, as it was written', (_, text, written) => {
    expect(hintsOf(text)).toEqual([`put it in quotes: "${written}"`])
  })

  test.each([
    ['an empty value', 'stores: [{ id: ec_a, owner: }]'],
    ['a list', 'stores: [{ id: ec_a, owner: [007] }]'],
    ['an alias, whose text is elsewhere', 'random: &n 7\nstores: [{ id: ec_a, owner: *n }]'],
  ])('quotes are not suggested for %s', (_, text) => {
    expect(hintsOf(text)).toEqual([undefined])
  })
})
