import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../../src/core/refusal.js'
import { compileGlob, GLOB_LENGTH_MAX } from '../../../src/domain/faults/glob.js'

/** Globs that take a naive matcher very long, with texts of about n characters. */
const SLOW_GLOBS: readonly (readonly [what: string, glob: string, textOf: (n: number) => string])[] = [
  ['stars in one segment', `/${'*a'.repeat(497)}*b*a`, (n) => `/${'a'.repeat(n)}`],
  [
    'stars in segments between stars over them',
    `/**${'/*a*a*b*a'.repeat(100)}/**`,
    (n) => '/aaaaaaaaa'.repeat(n / 10),
  ],
  ['stars over segments', '/**/a'.repeat(200), (n) => `${'/a'.repeat(n / 2)}/b`],
  ['a long run of segments', `/**${'/a'.repeat(400)}/**/c/**`, (n) => `${'/a'.repeat(n / 2)}/b`],
]

describe('a glob over paths', () => {
  test.each<[glob: string, path: string, matches: boolean]>([
    ['/documents', '/documents', true],
    ['/documents/*', '/documents/1', true],
    ['/v1/kv/**', '/v1/kv/ns_a/k', true],
    ['/v1/kv/**', '/v1/kv', true],
    ['/v1/**/k', '/v1/a/b/c/k', true],
    ['/a/**/b*/c/**/d', '/a/x/y/b1/c/z/d', true],
    ['/ns_*_x', '/ns_shop_x', true],
    ['/a**b', '/a/b', false],
    ['/a*a', '/a', false],
    ['/a*a', '/aa', true],
    ['/session%3A*', '/session%3A1', true],
    ['/session%3A*', '/session:1', false],
    ['/a.c/[x]/?/(y|z)+/*', '/a.c/[x]/?/(y|z)+/q', true],
  ])('the glob %s on the path %s: %s', (glob, path, matches) => {
    expect(compileGlob(glob)(path)).toBe(matches)
  })
})

test('a glob matches the same as a simple, slower matcher', () => {
  const glob = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '**'), maxLength: 8 })
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 })
  fc.assert(
    fc.property(glob, text, (pattern, path) => {
      expect(compileGlob(pattern)(path)).toBe(obvious(pattern.split('/'), path.split('/')))
    }),
    { seed: 3, numRuns: 1000 },
  )
})

/** Matches by definition, trying everything. */
function obvious(glob: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = glob
  if (first === undefined) return path.length === 0
  if (first === '**') return path.some((_, index) => obvious(rest, path.slice(index))) || obvious(rest, [])
  return path.length > 0 && obviousSegment(first, path[0] ?? '') && obvious(rest, path.slice(1))
}

function obviousSegment(glob: string, text: string): boolean {
  if (glob === '') return text === ''
  if (glob.startsWith('*')) {
    return obviousSegment(glob.slice(1), text) || (text !== '' && obviousSegment(glob, text.slice(1)))
  }
  return glob[0] === text[0] && obviousSegment(glob.slice(1), text.slice(1))
}

test.each(SLOW_GLOBS)('no glob takes long to match: %s', (_, glob, textOf) => {
  expect(compileGlob(glob)(textOf(10_000))).toBe(false)
})

test('a glob beyond its bound is refused', () => {
  expect(compileGlob('a'.repeat(GLOB_LENGTH_MAX))('a')).toBe(false)
  const refusal = new Refusal('invalid_request', `a glob has at most 1000 characters, not 1001`)
  expect(() => compileGlob('a'.repeat(GLOB_LENGTH_MAX + 1))).toThrow(expect.objectContaining(refusal))
})
