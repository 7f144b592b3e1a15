import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseSeeds } from '../../src/seed/parse.js'
import { exampleNames, filesOf, readExample } from '../examples/example.js'
import { testCommandsOf } from './page-commands.js'
import { blocksOf, deadLinksOf, documentationPages, type Page, readPage, stepsOf } from './pages.js'

/** The documentation is true: what its pages show is run, or is part of an example that is. */

const pages = documentationPages()
const withSteps = pages.filter((page) => stepsOf(page).length > 0)
const config = readPage('docs/.vitepress/config.ts').text

testCommandsOf(withSteps)

describe.each(pages)('$path', (page) => {
  test('no link leads to a file that is not there', () => {
    expect(deadLinksOf(page)).toEqual([])
  })

  test('is found from the side bar', () => {
    const address = page.path.replace(/^docs\//, '/').replace(/\.md$/, '')
    expect(config).toContain(`'${address.replace(/\/index$/, '/')}'`)
  })
})

describe('code that users copy', () => {
  const blocks = pages
    .filter(({ path }) => /^docs\/(?:runners|guides)\//.test(path))
    .flatMap((page) =>
      ['ts', 'js', 'json', 'yaml', 'dockerfile'].flatMap((language) => namedBlocks(page, language)),
    )

  test.each(blocks)('$path: $language $index is part of an example', ({ code }) => {
    expect(exampleTexts().filter((text) => text.includes(code))).not.toEqual([])
  })
})

describe('seeds', () => {
  const seeds = pages.flatMap(({ path, text }) =>
    blocksOf('yaml', text)
      .filter((block) => /^(?:namespaces|stores|database|clock):/m.test(block))
      .map((block, index) => ({ path, index, block })),
  )

  test.each(seeds)('$path: $index', ({ path, block }) => {
    expect(() => parseSeeds([{ name: path, text: block }])).not.toThrow()
  })
})

describe('other YAML can be read', () => {
  const blocks = pages.flatMap(({ path, text }) => blocksOf('yaml', text).map((block) => ({ path, block })))

  test.each(blocks)('$path: $#', ({ block }) => {
    expect(() => parse(block)).not.toThrow()
  })
})

function namedBlocks({ path, text }: Page, language: string) {
  return blocksOf(language, text).map((code, index) => ({ path, language, index, code }))
}

function exampleTexts(): string[] {
  return exampleNames.flatMap((name) => filesOf(name).map((file) => readExample(name, file)))
}
