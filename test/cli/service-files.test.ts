import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { exec, type Sample } from './commands/exec-run.js'
import { serve, stopServed } from './commands/served.js'
import { FakeTerminal } from './fake-terminal.js'
import { ran } from './ran.js'

const folder = mkdtempSync(join(tmpdir(), 'emulator-services-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(stopServed)

function file(name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}

const definition = (name: string, text = 'one') => `{
  name: '${name}',
  state: () => ({}),
  operations: { get: { route: 'GET /${name}', run: () => ({ json: '${text}' }) } },
}`
const rooms = file('rooms.mjs', `export default ${definition('rooms')}`)
const openDoors = file('open-doors.cjs', `module.exports = ${definition('open-doors')}`)

const asksOwn: Sample = async ({ ROOMS_BASE_URL, OPEN_DOORS_BASE_URL }) => {
  const answers = await Promise.all([
    fetch(`${ROOMS_BASE_URL}/rooms`),
    fetch(`${OPEN_DOORS_BASE_URL}/open-doors`),
  ])
  return answers.every(({ ok }) => ok) ? 0 : 1
}

test('a command finds services by environment variables with their names', async () => {
  expect(await exec(asksOwn, ['--service', rooms, '--service', openDoors])).toMatchObject({ status: 0 })
})

test('a seed with nothing but a state of theirs holds that', async () => {
  const seeds = new FakeTerminal({ 'seed.yaml': 'services: { rooms: { one: 1 } }' })
  const { out } = await ran(['check', '--service', rooms, 'seed.yaml'], seeds)
  expect(out).toBe('seed.yaml: the state of rooms\n')
})

test('a command that is swept finds them, too', async () => {
  const terminal = new FakeTerminal()
  const urls = new Set<string | undefined>()
  terminal.quietly = async ({ ROOMS_BASE_URL }) => {
    urls.add(ROOMS_BASE_URL)
    const { ok } = await fetch(`${ROOMS_BASE_URL}/rooms`)
    return { status: ok ? 0 : 1, output: '' }
  }
  const sweep = ['sweep', '--faults', '503', '--service', rooms, '--report', 'json', '--', 'npm', 'test']
  expect(JSON.parse((await ran(sweep, terminal)).out).points).toHaveLength(1)
  expect([...urls]).not.toContain(undefined)
})

test('the variable names files with commas between, and folders of them', async () => {
  file('all/b.js', `module.exports = ${definition('second')}`)
  file('all/a.mjs', `export default ${definition('first')}`)
  for (const name of ['a.d.ts', 'a.test.ts', 'notes.md']) file(`all/${name}`, 'nothing of this is read')
  const terminal = new FakeTerminal({}, { EMULATOR_SERVICE: `${rooms},${join(folder, 'all')}` })
  const { kv } = await serve([], terminal)
  expect(terminal.out.text).toContain(` ROOMS_BASE_URL=${kv} FIRST_BASE_URL=${kv} SECOND_BASE_URL=${kv}\n`)
  for (const name of ['rooms', 'first', 'second']) expect((await fetch(`${kv}/${name}`)).status).toBe(200)
})

test('a folder without a service has none', async () => {
  mkdirSync(join(folder, 'empty'))
  const { kv } = await serve(['--service', join(folder, 'empty')])
  expect((await fetch(`${kv}/_admin/health`)).status).toBe(200)
})

test('a seed with a state of it is checked with its file', async () => {
  const seeds = { 'seed.yaml': 'services: { rooms: {} }' }
  expect(await ran(['check', 'seed.yaml'], new FakeTerminal(seeds))).toMatchObject({
    status: 1,
    out: expect.stringContaining('--service ./rooms.js'),
  })
  expect(await ran(['check', '--service', rooms, 'seed.yaml'], new FakeTerminal(seeds))).toMatchObject({
    status: 0,
  })
})

test.each([
  ['gone.js', undefined, /^cannot read the service \S+gone\.js: there is no such file\n$/],
  ['none.mjs', 'export const rooms = 1', /none\.mjs has no default export: write export default/],
  ['text.mjs', 'export default 1', /text\.mjs: a service: expected what defineService takes, found 1\n$/],
  [
    'wrong.mjs',
    `export default ${definition('wrong').replace('GET', 'GOT')}`,
    /wrong\.mjs: service wrong: operations\.get\.route: [^\n]+\n$/,
  ],
  [
    'taken.mjs',
    `export default ${definition('kv')}`,
    /taken\.mjs: service kv: this name is taken, use another\n$/,
  ],
  [
    // Node throws this for a module without naming a place.
    'broken.cjs',
    'throw Object.assign(new SyntaxError("Unexpected end of input"), { stack: "" })',
    /broken\.cjs: SyntaxError: Unexpected end of input: find the line with node --check \S+broken\.cjs\n$/,
  ],
  ['throws.cjs', '\nthrow new Error("boom")', /throws\.cjs: Error: boom \(throws\.cjs:2:\d+\)\n$/],
  [
    'imports.cjs',
    'module.exports = require("tristore-emulator")',
    /it imports tristore-emulator, which is not installed here: npm i -D \.\/tristore-emulator-\S+\.tgz \(npm run pack makes it, in the checkout\), or export a plain object/,
  ],
  ['other.cjs', 'module.exports = require("zod")', /it imports zod, which was not found: npm i -D zod\n$/],
])(
  'the file %s, which is no service, ends the start with one sentence and status 2',
  async (name, text, message) => {
    const path = text === undefined ? join(folder, name) : file(name, text)
    const { status, err, out } = await ran(['--service', path])
    expect({ status, out, lines: err.split('\n').length }).toEqual({ status: 2, out: '', lines: 2 })
    expect(err).toMatch(message)
  },
)

describe('a bundle with a service of your own', () => {
  async function bundle(): Promise<Record<string, string>> {
    const failing: Sample = async ({ ROOMS_BASE_URL }) => {
      await fetch(`${ROOMS_BASE_URL}/rooms`)
      return 1
    }
    const { terminal, err } = await exec(failing, ['--service', rooms, '--bundles', 'runs'])
    expect(err).toContain(`npx tristore-emulator replay runs/default.tristore.json --service ${rooms}\n`)
    return { 'run.tristore.json': terminal.files.read('runs/default.tristore.json') }
  }
  const replay = async (...args: string[]) =>
    ran(['replay', 'run.tristore.json', ...args], new FakeTerminal(await bundle()))

  test('a bundle with a service of your own is run again with its file', async () => {
    expect(await replay('--service', rooms)).toMatchObject({ status: 0, err: '' })
  })

  test('a bundle with a service of your own names the service that is missing, and the option', async () => {
    expect(await replay()).toEqual({
      status: 2,
      out: '',
      err: 'run.tristore.json needs a service of your own, rooms: name the file, as in --service ./rooms.js\n',
    })
  })

  test('a bundle with a service of your own says of another answer that the file may have changed', async () => {
    const changed = file('changed.mjs', `export default ${definition('rooms', 'two')}`)
    const { status, out } = await replay('--service', changed)
    expect(status).toBe(1)
    expect(out).toMatch(/expected {2}200 {2}"one"\n {2}got {7}200 {2}"two"\n/)
    expect(out).toMatch(/\n {2}rooms may have changed since: a bundle contains no code\.\n$/)
  })
})
