import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseSeeds } from '../../src/seed/parse.js'
import { services } from '../../src/services/index.js'
import { exampleNames, filesOf, readExample } from '../examples/example.js'
import { blocksOf, deadLinksOf, documentationPages, readPage } from './pages.js'

/** test/docs/samples.test.ts and test/examples run the code of the documentation, test/docs/commands.test.ts its commands. */

const pages = documentationPages()
const config = readPage('docs/.vitepress/config.ts').text

test('no link leads to a missing file', () => {
  const dead = pages.map((page) => ({ path: page.path, links: deadLinksOf(page) }))
  expect(dead.filter(({ links }) => links.length > 0)).toEqual([])
})

test('the documents say each thing once, in 24,000 words', () => {
  const words = pages.flatMap(({ text }) => text.match(/\S+/g) ?? [])
  expect(words.length).toBeLessThanOrEqual(24_000)
})

test('addresses are 127.0.0.1, since localhost is ::1 on some machines', () => {
  expect(pages.filter(({ text }) => /localhost:\d/.test(text)).map(({ path }) => path)).toEqual([])
})

test('every page of the documentation is linked from the side bar', () => {
  const addresses = pages.map(({ path }) => path.replace(/^docs\//, '/').replace(/(?:index)?\.md$/, ''))
  expect(addresses.filter((address) => !config.includes(`'${address}'`))).toEqual([])
})

test('code that users copy and test/docs/samples.test.ts does not run is part of an example', () => {
  const examples = exampleNames.flatMap((name) => filesOf(name).map((file) => readExample(name, file)))
  const compose = readPage('docs/containers.md')
    .text.split(/^## /m)
    .filter((part) => /^Compose/.test(part))
  const blocks = pages
    .filter(({ path }) => /^docs\/runners\/(?:playwright|testcontainers)/.test(path))
    .concat(compose.map((text) => ({ path: 'docs/containers.md', text })))
    .flatMap(({ path, text }) =>
      ['ts', 'js', 'json', 'yaml', 'dockerfile'].flatMap((language) =>
        blocksOf(language, text).map((code) => ({ path, code })),
      ),
    )
  expect(blocks.length).toBeGreaterThan(3)
  expect(blocks.filter(({ code }) => !examples.some((text) => text.includes(code)))).toEqual([])
})

test('the seeds in the documents are valid, and other YAML can be parsed', () => {
  for (const { path, text } of pages)
    for (const block of blocksOf('yaml', text)) {
      if (/^(?:namespaces|stores|database|clock):/m.test(block))
        parseSeeds([{ name: path, text: block }], services)
      else parse(block)
    }
})
