import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { EmulatorClient } from '../../../src/index.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { builtPackage } from '../../cli/built-package.js'
import { reusablePort, untilFree } from '../../support/reusable-port.js'
import { Application } from './application.js'

/** Runs applications under `node --import tristore-emulator/clock`, from the built package. */

const clock = pathToFileURL(join(builtPackage().folder, 'dist/clock.js')).href

const START = Date.UTC(2030, 0, 31, 12)
const HOUR = 3_600_000

const frozen = (port = 0) =>
  startEmulator({ port, seed: { clock: { now: '2030-01-31T12:00:00Z', freeze: true } } })

const following = (
  { baseUrl }: Pick<EmulatorClient, 'baseUrl'>,
  env: Readonly<Record<string, string>> = {},
) => new Application({ clock, env: { EMULATOR_URL: baseUrl, ...env } })

test('Date is that of the world from the first line on', async () => {
  await using emulator = await frozen()
  using app = following(emulator)
  expect(await app.ask('began')).toBe(START)
  expect(await app.ask('new Date().getTime()')).toBe(START)
  expect(await app.ask("new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format()")).toBe('1/31/2030')
  expect(app.err).toBe('')
})

test('Date follows moves, resets and replaced states of its own world only', async () => {
  await using emulator = await frozen()
  const world = await emulator.world()
  using app = following(world)
  await world.clock.advance('1d')
  await app.untilNow(START + 24 * HOUR)
  await emulator.clock.advance('5d')
  await world.clock.set('2029-01-01', { force: true })
  await app.untilNow(Date.UTC(2029, 0))
  await world.reset()
  await app.untilNow(START)
  await world.state.merge({ clock: { now: '2031-01-01T00:00:00Z' } })
  await app.untilNow(Date.UTC(2031, 0))
})

test('Date runs as fast as the clock of the world, and freezes with it', async () => {
  await using emulator = await frozen()
  using app = following(emulator)
  await emulator.clock.rate(1000)
  await emulator.clock.unfreeze()
  await app.until('Date.now()', (now) => Number(now) > START)
  for (let times = 0; times < 100; times++) {
    const before = (await emulator.clock.get()).now
    const now = await app.now()
    const after = (await emulator.clock.get()).now
    expect(now).toBeGreaterThanOrEqual(before - 1)
    expect(now).toBeLessThanOrEqual(after + 1)
  }
  const { now } = await emulator.clock.freeze()
  await app.untilNow(now)
})

test('Date in threads and child processes follows too', async () => {
  await using emulator = await frozen()
  using app = following(emulator, { NODE_OPTIONS: `--import=${clock}` })
  const inThread =
    "new Promise((resolve) => new (require('node:worker_threads').Worker)(new URL(`data:text/javascript,import { parentPort } from 'node:worker_threads';parentPort.postMessage(Date.now())`)).once('message', resolve))"
  expect(await app.ask(inThread)).toBe(START)
  const inChild =
    "Number(require('node:child_process').execFileSync(process.execPath, ['--print', 'Date.now()'], { encoding: 'utf8' }))"
  expect(await app.ask(inChild)).toBe(START)
})

test('Date follows an emulator that needs a token', async () => {
  await using emulator = await startEmulator({ adminToken: 't', clock: { now: START, frozen: true } })
  using app = following(emulator, { EMULATOR_ADMIN_TOKEN: 't' })
  expect(await app.ask('began')).toBe(START)
})

test('Temporal.Now follows, if Node has Temporal', async ({ skip }) => {
  await using emulator = await frozen()
  using app = following(emulator)
  skip((await app.ask('typeof Temporal')) === 'undefined', `Node ${process.version} has no Temporal`)
  expect(await app.ask('Temporal.Now.instant().epochMilliseconds')).toBe(START)
  expect(await app.ask("Temporal.Now.plainDateTimeISO('Asia/Tokyo').toString()")).toBe('2030-01-31T21:00:00')
})

test('performance, hrtime and the timers are not moved by the clock', async () => {
  await using emulator = await frozen()
  using app = following(emulator)
  await app.ask('void setTimeout(() => { globalThis.hasFired = true }, 3_600_000).unref()')
  const [monotonic, hrtime] = [Number(await app.ask('performance.now()')), await app.ask('process.uptime()')]
  await emulator.clock.advance('1d')
  await app.untilNow(START + 24 * HOUR)
  expect(await app.ask('performance.now()')).toBeLessThan(monotonic + HOUR)
  expect(await app.ask('process.uptime()')).toBeLessThan(Number(hrtime) + HOUR)
  expect(await app.ask('globalThis.hasFired')).toBe(null)
})

test.each([{}, { EMULATOR_CLOCK_TIMERS: '1' }])(
  'connections of the application are not moved by the clock, with %j',
  async (env) => {
    await using emulator = await frozen()
    using app = following(emulator, env)
    await app.ask(`void (globalThis.open = (async () => {
      const { createServer, get, Agent } = require('node:http')
      const server = createServer((request, response) => response.end(String(request.socket.remotePort)))
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
      const url = 'http://127.0.0.1:' + server.address().port
      const agent = new Agent({ keepAlive: true })
      const ask = () => new Promise((resolve) => get(url, { agent }, (response) => {
        response.setEncoding('utf8').once('data', (port) => resolve([port, response.headers.date]))
      }))
      const signal = AbortSignal.timeout(600_000)
      const byFetch = async () => (await fetch(url, { signal })).text()
      return { ask, byFetch, first: [await ask(), await byFetch()] }
    })())`)
    await app.ask('open.then(() => true)')
    await emulator.clock.advance('30d')
    await app.untilNow(START + 30 * 24 * HOUR)
    // Each request uses its old socket, and Node's own server still writes the real Date.
    expect(await app.ask('open.then(async ({ byFetch, first }) => first[1] === await byFetch())')).toBe(true)
    const same =
      'open.then(async ({ ask, first }) => { const [port, date] = await ask(); return [port === first[0][0], Date.parse(date)] })'
    const [isSame, date] = (await app.ask(same)) as [boolean, number]
    expect(isSame).toBe(true)
    expect(date).toBeLessThan(START)
  },
)

test('an emulator that stops leaves its last time and one warning, and is followed again after a restart', async () => {
  const port = await reusablePort()
  const emulator = await frozen(port)
  using app = following(emulator)
  await emulator.clock.advance('1h')
  await app.untilNow(START + HOUR)
  await emulator.close()
  await app.until('1', () => app.err !== '')
  expect(await app.now()).toBe(START + HOUR)
  await untilFree(port)
  await using again = await startEmulator({ port, clock: { now: START + 2 * HOUR, frozen: true } })
  await app.untilNow(START + 2 * HOUR)
  await again.clock.advance('1h')
  await app.untilNow(START + 3 * HOUR)
  expect(app.err).toMatch(
    /^tristore-emulator\/clock: lost the clock of http:\S+: .*\. Date continues from its last time until it's back\.\n$/,
  )
})

test('an emulator that has not started yet is looked for, with the real time until then', async () => {
  const port = await reusablePort()
  using app = following({ baseUrl: `http://127.0.0.1:${port}` })
  expect(Math.abs(Number(await app.ask('began')) - Date.now())).toBeLessThan(HOUR)
  expect(app.err).toMatch(
    /^tristore-emulator\/clock: there is no clock at http:\S+: nothing answers there \(ECONNREFUSED\)\. Date shows the real time until there's one\.\n$/,
  )
  await using _ = await frozen(port)
  await app.untilNow(START)
})

test('an emulator that refuses is reported with its reason', async () => {
  await using emulator = await startEmulator({ adminToken: 't' })
  using app = following(emulator)
  await app.ask('1')
  expect(app.err).toContain('there is no clock at')
  expect(app.err).toContain('token')
  using other = following({ baseUrl: `${emulator.baseUrl}/_worlds/none` })
  await other.ask('1')
  expect(other.err).toContain('none')
})

test.each([
  [{}, 'EMULATOR_URL is not set, so Date shows the real time'],
  [{ EMULATOR_URL: '4600' }, 'EMULATOR_URL is "4600", which is not an address'],
])('an emulator without a valid address in %j is reported', async (env, message) => {
  using app = new Application({ clock, env })
  expect(Math.abs(Number(await app.ask('began')) - Date.now())).toBeLessThan(HOUR)
  expect(app.err).toContain(`tristore-emulator/clock: ${message}`)
})

test('the process ends when the application does', async () => {
  await using emulator = await frozen()
  const script = ['--eval', 'console.log(Date.now())']
  using app = new Application({ clock, env: { EMULATOR_URL: emulator.baseUrl }, script })
  expect([await app.ended, app.out, app.err]).toEqual([0, `${START}\n`, ''])
})
