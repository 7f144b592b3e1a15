import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseSeeds } from '../../src/seed/parse.js'
import { exampleNames, filesOf, readExample } from '../examples/example.js'
import { isDeep } from '../support/extent.js'
import { testCommandsOf } from './page-commands.js'
import { blocksOf, deadLinksOf, documentationPages, readPage, stepsOf } from './pages.js'

/** The code and commands of the documentation are run, or are part of an example that is run. */

const pages = documentationPages()
const withSteps = pages.filter((page) => stepsOf(page).length > 0)
const config = readPage('docs/.vitepress/config.ts').text

/** Its commands run the whole judge, as test/conformance does in npm test; those of the other pages run there. */
const JUDGE_PAGE = 'docs/conformance.md'

testCommandsOf(withSteps.filter(({ path }) => isDeep === (path === JUDGE_PAGE)))

test('no link leads to a missing file', () => {
  const dead = pages.map((page) => ({ path: page.path, links: deadLinksOf(page) }))
  expect(dead.filter(({ links }) => links.length > 0)).toEqual([])
})

test('every page is linked from the side bar', () => {
  const addresses = pages.map(({ path }) => path.replace(/^docs\//, '/').replace(/(?:index)?\.md$/, ''))
  expect(addresses.filter((address) => !config.includes(`'${address}'`))).toEqual([])
})

test('code that users copy is part of an example', () => {
  const examples = exampleNames.flatMap((name) => filesOf(name).map((file) => readExample(name, file)))
  const blocks = pages
    .filter(({ path }) => /^docs\/(?:runners|guides)\//.test(path))
    .flatMap(({ path, text }) =>
      ['ts', 'js', 'json', 'yaml', 'dockerfile'].flatMap((language) =>
        blocksOf(language, text).map((code) => ({ path, code })),
      ),
    )
  expect(blocks.length).toBeGreaterThan(10)
  expect(blocks.filter(({ code }) => !examples.some((text) => text.includes(code)))).toEqual([])
})

test('seeds are valid, and other YAML can be parsed', () => {
  for (const { path, text } of pages)
    for (const block of blocksOf('yaml', text)) {
      if (/^(?:namespaces|stores|database|clock):/m.test(block)) parseSeeds([{ name: path, text: block }])
      else parse(block)
    }
})
