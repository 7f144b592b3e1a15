import { describe, expect, test } from 'vitest'
import { visit } from 'yaml'
import type { Collection } from '../../../src/seed/text/yaml-parts.js'
import { type YamlTree, yamlTree } from '../../../src/seed/text/yaml-tree.js'
import { parsed, problemsOf } from '../seeds.js'

const MANY = 500

const repeated = (make: (index: number) => string, count = MANY) =>
  Array.from({ length: count }, (_, index) => make(index))

/** Texts with something long in them, by its kind. */
const LONG: Readonly<Record<string, string>> = {
  'a list of blocks': `a:\n${repeated((index) => `  - x: ${index}\n    y: [1, 2]\n`).join('')}b: 1\n`,
  'a mapping of blocks': repeated((index) => `k${index}:\n  x: ${index}\n  # a comment\n  y: "2"\n`).join(''),
  'a list in brackets': `a: [${repeated((index) => `{ x: ${index} }, b${index}`).join(',\n  ')}] # end\nb: 1`,
  'a mapping in braces': `{${repeated((index) => `"k${index}": {"x": [${index}]}`).join(',')}}`,
  'lists in lists': repeated(
    (index) => `- - ${index}\n${repeated((at) => `  - [${at}]\n`, 20).join('')}`,
  ).join(''),
  'a list below a list': `- a\n- x:\n${repeated((index) => `  - ${index}\n`).join('')}- z\n`,
}

const treeOf = (text: string, lexemesAPart?: number): YamlTree => yamlTree(text, { lexemesAPart })

/** All that is in a tree, in order, with its places. */
function outline(tree: YamlTree, node: unknown = tree.contents): unknown {
  const { items, key, value, range } = node as Partial<Collection> & { key?: unknown; value?: unknown }
  if (items !== undefined) {
    return [range?.[0], ...tree.itemsOf(node as Collection).map((item) => outline(tree, item))]
  }
  return key === undefined ? [range, value] : { key: outline(tree, key), value: outline(tree, value) }
}

describe.each(Object.entries(LONG))('%s', (_name, text) => {
  test.each([1, 7, 50, 2000])('is the same tree where %i tokens are composed in one go', (lexemes) => {
    const tree = treeOf(text, lexemes)
    expect(tree.errors).toEqual([])
    expect(outline(tree)).toEqual(outline(treeOf(text, Number.POSITIVE_INFINITY)))
  })

  test('is never composed in one go', () => {
    let nodes = 0
    visit(treeOf(text, 50).contents, () => {
      nodes++
    })
    expect(nodes).toBeLessThan(150)
  })
})

describe('what is wrong with a long text', () => {
  const wrong = (text: string, lexemes: number) =>
    treeOf(text, lexemes).errors.map(({ code, pos, message }) => ({ code, pos, message }))

  test.each([
    [
      'a list without a comma',
      `a: [${repeated((index) => `"${index}"`)
        .join(', ')
        .replace('"250",', '"250"')}]`,
    ],
    [
      'a mapping without a colon',
      repeated((index) => (index === 250 ? 'k250\n' : `k${index}: 1\n`)).join(''),
    ],
    [
      'an item too far to the right',
      repeated((index) => `${index === 250 ? ' ' : ''}k${index}: 1\n`).join(''),
    ],
    [
      'an item too far to the left',
      `a:\n${repeated((index) => `${index === 250 ? ' ' : '  '}- ${index}\n`).join('')}`,
    ],
    ['a tab', `a:\n${repeated((index) => `  - x: 1\n${index === MANY - 9 ? '\t' : '    '}y: 1\n`).join('')}`],
    ['a list that does not end', `a: [${repeated((index) => `{x: ${index}}`).join(', ')}`],
    ['a second document', `${repeated((index) => `k${index}: 1\n`).join('')}---\na: 1\n`],
    ['a tag', repeated((index) => `k${index}: ${index === 250 ? '!own ' : ''}1\n`).join('')],
  ])('%s is told as in one go', (_name, text) => {
    const whole = wrong(text, Number.POSITIVE_INFINITY)
    expect(wrong(text, 50)).toEqual(whole)
  })
})

const seedOf = (entry: (index: number) => string) =>
  `namespaces:\n  - id: ns_a_1\n    entries:\n${repeated(entry).join('')}`

test('aliases reach back over all of a text', () => {
  const text = seedOf((index) =>
    index === 0
      ? '      - &base { key: k0, value: &value { a: 1 }, ttlSeconds: 60 }\n'
      : `      - { <<: *base, key: k${index} }\n      - { key: v${index}, value: *value, ttlSeconds: 60 }\n`,
  )
  const [namespace] = parsed(text).namespaces ?? []
  expect(namespace?.entries).toHaveLength(2 * MANY - 1)
  expect(namespace?.entries?.at(-1)).toEqual({ key: 'v499', value: { a: 1 }, ttlSeconds: 60 })
  expect(namespace?.entries?.at(-2)).toEqual({ key: 'k499', value: { a: 1 }, ttlSeconds: 60 })
})

test('problems of a long text are where they are', () => {
  const text = seedOf((index) => {
    const value = index % 100 === 50 ? '{ deep: [0, .nan] }' : '1'
    return `      - key: k${index}\n        value: ${value}\n        ttlSeconds: ${index % 100 === 70 ? '-1' : '60'}\n`
  })
  const places = problemsOf(text).map(({ line, column }) => `${line}:${column}`)
  const lineOf = (index: number, field: number) => 4 + 3 * index + field
  expect(places).toEqual(
    [0, 100, 200, 300, 400].flatMap((from) => [`${lineOf(from + 50, 1)}:28`, `${lineOf(from + 70, 2)}:21`]),
  )
})
