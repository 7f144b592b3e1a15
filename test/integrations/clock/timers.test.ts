import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EmulatorClient } from '../../../src/index.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { builtPackage } from '../../cli/built-package.js'
import { Application } from './application.js'

/** With EMULATOR_CLOCK_TIMERS=1, a jump of the clock also moves the application's timers. */

const START = Date.UTC(2030, 0, 31, 12)

const built = builtPackage()
let emulator: EmulatorClient
let app: Application

beforeEach(async () => {
  emulator = await startEmulator({ clock: { now: START, frozen: true } })
  app = start()
  await app.ask(`void Object.assign(globalThis, {
    fired: [],
    fire: (name) => fired.push(name),
    sleep: require('node:timers/promises').setTimeout,
    HOUR: 3_600_000,
  })`)
})

afterEach(async () => {
  app[Symbol.dispose]()
  await emulator.close()
})

const start = (script?: readonly string[]) =>
  new Application({
    clock: pathToFileURL(join(built.folder, 'dist/clock.js')).href,
    env: { EMULATOR_URL: emulator.baseUrl, EMULATOR_CLOCK_TIMERS: '1' },
    ...(script === undefined ? {} : { script }),
  })

/** Waits for these timers to fire, and checks that no others do. */
async function expectFired(...names: readonly unknown[]): Promise<void> {
  await app.until('fired', (fired) => (fired as unknown[]).length >= names.length)
  await app.ask('new Promise(setImmediate).then(() => 1)')
  expect(await app.ask('fired')).toEqual(names)
}

test('a jump fires the due timers in the order of their times, and brings the others nearer', async () => {
  await app.ask(`void [
    setTimeout(fire, 3 * HOUR, 'in 3 h'),
    setTimeout(fire, HOUR, 'in 1 h'),
    require('node:timers').setTimeout(fire, 2 * HOUR, 'in 2 h'),
    setTimeout(fire, 5 * HOUR, 'in 5 h'),
  ]`)
  await emulator.clock.advance('3h')
  await expectFired('in 1 h', 'in 2 h', 'in 3 h')
  await emulator.clock.advance('1h59m')
  await app.untilNow(START + 299 * 60_000)
  await expectFired('in 1 h', 'in 2 h', 'in 3 h')
  await emulator.clock.advance('1m')
  await expectFired('in 1 h', 'in 2 h', 'in 3 h', 'in 5 h')
})

test('an interval fires once for a jump, and goes on', async () => {
  await app.ask('void (globalThis.interval = setInterval(fire, HOUR, "each hour"))')
  await emulator.clock.advance('10h')
  await expectFired('each hour')
  await emulator.clock.advance('1h')
  await expectFired('each hour', 'each hour')
  await app.ask('void clearInterval(interval)')
  await emulator.clock.advance('10h')
  await app.untilNow(START + 21 * 3_600_000)
  await expectFired('each hour', 'each hour')
})

test('timers are cleared by their object, by their number, and by close()', async () => {
  await app.ask(`void [
    clearTimeout(setTimeout(fire, HOUR, 'cleared')),
    clearTimeout(+setTimeout(fire, HOUR, 'cleared by number')),
    clearTimeout(String(+setTimeout(fire, HOUR, 'cleared by text'))),
    setTimeout(fire, HOUR, 'closed').close(),
    clearTimeout(undefined),
    setTimeout(fire, HOUR, 'left'),
  ]`)
  await emulator.clock.advance('1d')
  await expectFired('left')
})

test('a refreshed timer counts from its refresh', async () => {
  await app.ask('void (globalThis.timer = setTimeout(fire, 2 * HOUR, "refreshed"))')
  await emulator.clock.advance('1h')
  await app.untilNow(START + 3_600_000)
  await app.ask('void timer.refresh()')
  await emulator.clock.advance('1h')
  await app.untilNow(START + 2 * 3_600_000)
  await expectFired()
  await emulator.clock.advance('1h')
  await expectFired('refreshed')
})

test('a jump resolves promises of node:timers/promises and of a promisified setTimeout', async () => {
  await app.ask(`void [
    sleep(HOUR, 'slept').then(fire),
    require('node:util').promisify(setTimeout)(2 * HOUR, 'promisified').then(fire),
    require('node:timers/promises').scheduler.wait(3 * HOUR).then(() => fire('waited')),
    sleep(HOUR, 'never', { signal: AbortSignal.abort() }).catch(({ name }) => fire(name)),
  ]`)
  await app.ask(`void (globalThis.abort = new AbortController(),
    sleep(HOUR, 'never', { signal: abort.signal }).catch(({ code }) => fire(code)))`)
  await app.ask('void abort.abort()')
  await emulator.clock.advance('1d')
  await expectFired('AbortError', 'ABORT_ERR', 'slept', 'promisified', 'waited')
})

test('a jump ticks setInterval of node:timers/promises', async () => {
  await app.ask(`void (async () => {
    globalThis.abort = new AbortController()
    const ticks = require('node:timers/promises').setInterval(HOUR, 'tick', { signal: abort.signal })
    try { for await (const tick of ticks) fire(tick) } catch ({ name }) { fire(name) }
  })()`)
  await emulator.clock.advance('1h')
  await expectFired('tick')
  await emulator.clock.advance('1h')
  await expectFired('tick', 'tick')
  await app.ask('void abort.abort()')
  await expectFired('tick', 'tick', 'AbortError')
})

test('a callback runs in the async context that set its timer', async () => {
  await app.ask(`void (globalThis.store = new (require('node:async_hooks').AsyncLocalStorage)(),
    store.run('mine', () => setTimeout(() => fire(store.getStore()), HOUR)))`)
  await emulator.clock.advance('1h')
  await expectFired('mine')
})

test('short timers fire in real time', async () => {
  await app.ask('void setTimeout(fire, 1, "soon")')
  await expectFired('soon')
})

test('a timer after unref() does not keep the process running', async () => {
  const script = [
    '--eval',
    'const timer = setTimeout(() => {}, 3_600_000).unref(); console.log(timer.hasRef())',
  ]
  using other = start(script)
  expect([await other.ended, other.out]).toEqual([0, 'false\n'])
})

test('jumps do not move the timers of Node itself', async () => {
  await app.ask('void AbortSignal.timeout(HOUR).addEventListener("abort", () => fire("aborted"))')
  await app.ask('void setTimeout(fire, HOUR, "in 1 h")')
  await emulator.clock.advance('1d')
  await expectFired('in 1 h')
})
