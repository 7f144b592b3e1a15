import { afterEach, expect, test } from 'vitest'
import { faketimeText, keepFaketimeFile } from '../../src/cli/faketime-file.js'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import type { ClockStart } from '../../src/core/clock.js'
import { startPaced } from '../support/paced.js'
import { FakeTerminal, systemError } from './fake-terminal.js'

const REAL_NOW = Date.UTC(2026, 0, 15, 12)
/** An instant in the time zone of this process. */
const LOCAL = new Date(2030, 0, 31, 9, 5, 7, 42)

let emulator: EmulatorClient | undefined

afterEach(() => emulator?.close())

async function kept(clock: ClockStart, files: ConstructorParameters<typeof FakeTerminal>[0] = {}) {
  const real = { now: REAL_NOW }
  const started = await startPaced({ realNow: () => real.now }, { clock })
  const { world } = started
  emulator = started.emulator
  const terminal = new FakeTerminal(files)
  const problems: string[] = []
  const log = { problem: (message: string) => problems.push(message) }
  const end = keepFaketimeFile('time', world, { terminal, log })
  return {
    terminal,
    problems,
    end,
    read: () => terminal.files.read('time'),
    move: (body: object) =>
      started.emulator.fetch('/_admin/clock', { method: 'POST', body: JSON.stringify(body) }),
    reset: () => world.reset(),
    pass(ms: number) {
      real.now += ms
      terminal.pass(ms)
    },
  }
}

test('the faketime file has the instant of a frozen clock, and the distance of one that runs', async () => {
  const { read, move, pass } = await kept({ now: LOCAL.getTime(), frozen: true })
  expect(read()).toBe('2030-01-31 09:05:07.042\n')
  await move({ advance: '1d' })
  expect(read()).toBe('2030-02-01 09:05:07.042\n')
  pass(1000)
  await move({ set: REAL_NOW + 5500, freeze: false, force: true })
  expect(read()).toBe('+4.500\n')
  pass(1000)
  expect(read()).toBe('+4.500\n')
  await move({ set: 0, force: true })
  expect(read()).toBe(`-${(REAL_NOW + 2000) / 1000}.000\n`)
})

test('the faketime file follows a reset', async () => {
  const { read, move, reset } = await kept({ now: LOCAL.getTime(), frozen: true })
  await move({ advance: '1d' })
  reset()
  expect(read()).toBe('2030-01-31 09:05:07.042\n')
})

test('the faketime file is renewed each 10 ms while the clock runs at another rate, and no longer', async () => {
  const { read, move, pass, end } = await kept({ now: REAL_NOW, rate: 60 })
  expect(read()).toBe('+0.000\n')
  pass(10)
  expect(read()).toBe('+0.590\n')
  pass(10)
  expect(read()).toBe('+1.180\n')
  await move({ rate: 1 })
  pass(10)
  expect(read()).toBe('+1.180\n')
  await move({ rate: 3 })
  end()
  pass(10)
  await move({ advance: 60 })
  expect(read()).toBe('+1.180\n')
})

test('the faketime file is reported once if it can no longer be written, and is written again as soon as it can be', async () => {
  const { terminal, read, move, problems } = await kept(
    { now: LOCAL.getTime(), frozen: true },
    { time: systemError('ENOSPC') },
  )
  const problem = 'cannot write the time to time: its disk is full; it still shows an older time'
  expect(problems).toEqual([problem])
  await move({ advance: 1 })
  expect(problems).toEqual([problem])
  terminal.files.change('time', 'old')
  await move({ advance: 1 })
  expect(read()).toBe('2030-01-31 09:05:09.042\n')
})

test('the faketime file is tried again if it cannot be written for a while, even if the clock is not moved', async () => {
  const { terminal, read, pass, problems } = await kept(
    { now: LOCAL.getTime(), frozen: true },
    { time: systemError('EMFILE') },
  )
  pass(999)
  terminal.files.change('time', 'old')
  expect(read()).toBe('old')
  pass(1)
  expect(read()).toBe('2030-01-31 09:05:07.042\n')
  expect(problems).toEqual([
    'cannot write the time to time: too many files are open (raise `ulimit -n`); it still shows an older time',
  ])
})

test.each([
  [0, '+0.000'],
  [1, '+0.001'],
  [-1, '-0.001'],
  [-61_500, '-61.500'],
  [253_402_300_799_999 - REAL_NOW, '+251633822399.999'],
])('a distance of %s ms is written %s', (ms, text) => {
  expect(faketimeText({ now: REAL_NOW + ms, realNow: REAL_NOW, mode: 'running', rate: 1 })).toBe(text)
})
