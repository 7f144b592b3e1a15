import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** All sizes of type and space are tokens of styles/tokens.css: no other rule defines a size of its own. */

const folder = join(import.meta.dirname, '../../dashboard/styles')
const sheets = readdirSync(folder)
  .filter((name) => name !== 'tokens.css')
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

/** Returns the values of all properties whose names match, with the name of the sheet. */
function valuesOf(property: RegExp): string[] {
  return sheets.flatMap(([name, text]) =>
    [...text.matchAll(/^\s*([\w-]+):\s*([^;{}]+);/gm)]
      .filter(([, found = '']) => property.test(found))
      .map(([, found, value]) => `${name}: ${found}: ${value}`),
  )
}

test('every size of type is one of the tokens', () => {
  const isOfScale = /: (?:.*var\(--size-\d+\)|inherit$|87\.5%)/
  expect(valuesOf(/^font(?:-size)?$/).filter((line) => !isOfScale.test(line))).toEqual([])
})

test('every distance is one of the tokens', () => {
  const own = /(?<![\w.(-])[\d.]*[1-9][\d.]*(?:rem|em|px)/
  const distances = valuesOf(/^(?:gap|(?:padding|margin)(?:-\w+)*)$/)
  expect(distances.length).toBeGreaterThan(100)
  expect(distances.filter((line) => own.test(line.replace(/\b[1-3]px/g, '')))).toEqual([])
})

test('every token that is used exists', () => {
  const tokens = readFileSync(join(folder, 'tokens.css'), 'utf8')
  const used = new Set(sheets.flatMap(([, text]) => text.match(/var\(--[\w-]+/g) ?? []))
  const known = [...sheets.map(([, text]) => text), tokens].join('\n')
  expect([...used].filter((name) => !known.includes(`${name.slice(4)}:`))).toEqual([])
})

test('every weight is one that fonts without variations have', () => {
  const own = valuesOf(/^font(?:-weight)?$/).filter((line) => /font-weight|: \d{3} /.test(line))
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter((line) => !/: (?:[456]00\b|inherit$)/.test(line))).toEqual([])
})
