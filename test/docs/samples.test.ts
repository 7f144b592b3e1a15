import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { blocksOf, documentationPages, type Page, readPage } from './pages.js'
import { Project } from './project.js'

/** Runs the samples as readers copy them: each in a file of its own, next to the fixtures.yaml of `init`. */

const SKILL = readPage('skills/tristore-emulator/SKILL.md')
const runner = (name: string) => readPage(`docs/runners/${name}.md`)
const guides = documentationPages().filter(({ path }) => path.startsWith('docs/guides/'))

const FOR_VITEST = [readPage('README.md'), SKILL, ...guides, runner('vitest')]

const TOOLS = resolve(import.meta.dirname, '../node_modules')
const hasMsw3 = Number.parseInt(process.versions.node, 10) >= 22

/** An application that calls the emulator, and the requests that a test sends to it. */
const APPLICATION = `import assert from 'node:assert/strict'
import express from 'express'
import { startEmulator } from 'tristore-emulator'
import { fetchOn, keepBaggage } from './baggage.mjs'

const emulator = await startEmulator({ seed: 'fixtures.yaml', requireWorld: true })
const world = await emulator.world()
const app = express()
app.use(keepBaggage)
app.get('/', async (request, response) => {
  await undefined
  const url = emulator.baseUrl + '/v1/kv/ns_demo_starter/session:1'
  const { status } = await fetchOn(url, { headers: { 'X-KV-Key': 'kv_read_demo' } })
  response.sendStatus(status)
})
const server = app.listen(0, '127.0.0.1', async () => {
  const address = 'http://127.0.0.1:' + server.address().port
  assert.equal((await fetch(address, { headers: { baggage: world.baggage } })).status, 200)
  assert.equal((await fetch(address)).status, 400)
  server.closeAllConnections()
  server.close()
  await emulator.close()
})
`

/** The project's compiler options. Their file has a comment. */
const STRICT = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../tsconfig.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''),
)

let project: Project | undefined

afterEach(() => project?.[Symbol.dispose]())

/** @returns the names of the files */
function write(folder: string, { path, text }: Page, language: string, ending: string): string[] {
  return blocksOf(language, text).map((block, index) => {
    const name = `${path.replaceAll(/[/.]/g, '-')}-${index}.${ending}`
    writeFileSync(join(folder, name), block)
    return name
  })
}

test('the samples for vitest pass, types included', async () => {
  project = await Project.make({ needed: ['vitest'], hasTypes: true })
  const { folder } = project
  const files = FOR_VITEST.flatMap((page) => write(folder, page, 'ts', 'test.ts'))
  expect(files.length).toBeGreaterThan(10)
  await project.run('vitest run')
  await project.run(
    `tsc --noEmit --strict --module nodenext --target es2023 --skipLibCheck ${files.join(' ')}`,
  )
})

test('the service of its page passes its test, as strict as this project is', async () => {
  project = await Project.make({ needed: ['vitest'], hasTypes: true })
  const [service = '', itsTest = ''] = blocksOf('ts', readPage('docs/own-service.md').text)
  writeFileSync(join(project.folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(project.folder, 'leases.ts'), service)
  writeFileSync(join(project.folder, 'leases.test.ts'), itsTest)
  const { paths, ...compilerOptions } = STRICT.compilerOptions
  writeFileSync(
    join(project.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['leases.ts', 'leases.test.ts'] }),
  )
  await project.run('vitest run')
  await project.run('tsc')
})

test.each([SKILL, runner('node-test')])('the samples of $path for node:test pass', async (page) => {
  project = await Project.make()
  const files = write(project.folder, page, 'js', 'test.mjs')
  expect(files).toHaveLength(1)
  await project.run(`node --test ${files[0]}`)
})

test.each(hasMsw3 ? ['msw', 'msw-3'] : ['msw'])('the sample for MSW passes with %s', async (version) => {
  project = await Project.make()
  const found = version === 'msw' ? resolve(TOOLS, '../../node_modules/msw') : join(TOOLS, version)
  symlinkSync(found, join(project.folder, 'node_modules/msw'))
  const files = write(project.folder, runner('msw'), 'js', 'test.mjs')
  await project.run(`node --test ${files.join(' ')}`)
})

test('the sample for Jest passes', async () => {
  project = await Project.make({ hasTypes: true })
  const { folder } = project
  for (const name of ['jest', 'ts-jest', 'typescript', '@jest', 'jest-environment-node'])
    symlinkSync(join(TOOLS, name), join(folder, 'node_modules', name))
  const page = runner('jest')
  write(folder, page, 'ts', 'test.ts')
  const [environment = ''] = blocksOf('js', page.text)
  const [config = ''] = blocksOf('json', page.text)
  writeFileSync(join(folder, 'environment.cjs'), environment)
  writeFileSync(join(folder, 'jest.config.json'), config)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "module": "commonjs", "target": "es2023", "strict": true, "types": ["node"] } }',
  )
  await project.run('node node_modules/jest/bin/jest.js')
})

test('the middleware for Playwright leads the requests of an Express application to their worlds', async () => {
  project = await Project.make()
  symlinkSync(join(TOOLS, 'express'), join(project.folder, 'node_modules/express'))
  const [middleware = ''] = blocksOf('js', runner('playwright').text)
  writeFileSync(join(project.folder, 'baggage.mjs'), middleware)
  writeFileSync(join(project.folder, 'application.mjs'), APPLICATION)
  await project.run('node application.mjs')
})

test('the program of llms.txt runs to its end', async () => {
  project = await Project.make()
  const [file] = write(project.folder, readPage('llms.txt'), 'js', 'mjs')
  await project.run(`node ${file}`)
})

const samples = [
  ...FOR_VITEST,
  ...['node-test', 'jest', 'msw', 'playwright', 'testcontainers'].map(runner),
].flatMap(({ path, text }) =>
  ['ts', 'js'].flatMap((language) => blocksOf(language, text).map((code) => ({ path, code }))),
)

test('each sample begins with its imports', () => {
  expect(samples.filter(({ code }) => !/^(?:import .* from |const .* = require\()/.test(code))).toEqual([])
})

test('a test that expects a 404 sees a success as well: the wrong namespace would be a 404, too', () => {
  const tests = samples.flatMap(({ path, code }) => code.split(/^(?=test)/m).map((body) => ({ path, body })))
  const alone = tests.filter(({ body }) => /\b404\b/.test(body) && !/\b200\b|true/.test(body))
  expect(alone).toEqual([])
})
