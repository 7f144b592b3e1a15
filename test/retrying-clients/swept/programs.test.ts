import type { EmulatorClient } from 'tristore-emulator'
import { startEmulator } from 'tristore-emulator'
import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../lab/sweep/read-options.js'
import type { SweptPoint } from '../../../lab/sweep/report.js'
import { sweepReport } from '../../../lab/sweep/sweep-report.js'
import { extent } from '../../support/extent.js'
import { startPaced } from '../../support/paced.js'
import { FakedTime } from '../faked-time.js'
import { edgePrograms } from './edges.js'
import { faultPrograms } from './faults.js'
import { gapPrograms } from './gaps.js'
import { type Program, SEED } from './program.js'

/**
 * The number of times that each finding is repeated from its line, and each fixed program is swept. SWEEP_REPEATS=100
 * is the proof.
 */
const REPEATS = Number(process.env.SWEEP_REPEATS ?? extent(1, 2))

const textOf = ({ point, outcome }: SweptPoint): string => `${point}: ${outcome}`

async function findings(
  emulator: EmulatorClient,
  { options }: Program,
  run: Program['mistaken'],
  only: readonly string[] = [],
): Promise<readonly SweptPoint[]> {
  return (await sweepReport(emulator, run, readOptions({ ...options, only }))).findings
}

/** Runs work with a new emulator, in faked time if the program allows it. */
async function withEmulator<T>(
  { isOverSockets }: Program,
  work: (emulator: EmulatorClient) => Promise<T>,
): Promise<T> {
  if (isOverSockets === true) {
    await using emulator = await startEmulator({ seed: SEED })
    return await work(emulator)
  }
  using time = new FakedTime()
  await using emulator = (await startPaced({ monotonic: time.now }, { seed: SEED })).emulator
  const working = work(emulator)
  await time.pass(working)
  return await working
}

describe.each([...faultPrograms, ...gapPrograms, ...edgePrograms])('$client: $mistake', (program) => {
  test('the sweep finds the mistake', async () => {
    const found = await withEmulator(program, (emulator) => findings(emulator, program, program.mistaken))
    expect(found.map(textOf)).toContain(program.found)
  })

  test('the sweep finds the mistake each time that its line is run', async () => {
    const only = [program.found.replace(/: \w+$/, '')]
    const runs = await withEmulator(program, async (emulator) => {
      const all: string[] = []
      for (let run = 0; run < REPEATS; run++) {
        all.push(...(await findings(emulator, program, program.mistaken, only)).map(textOf))
      }
      return all
    })
    expect(runs).toEqual(Array.from({ length: REPEATS }, () => program.found))
  })

  test('the sweep does not find it in the fixed program', async () => {
    // The fixed programs end by themselves, and the timeout would count real time.
    const { timeout: _, ...options } = program.options
    const found = await withEmulator(program, async (emulator) => {
      const all: SweptPoint[] = []
      for (let run = 0; run < REPEATS; run++) {
        all.push(...(await findings(emulator, { ...program, options }, program.mended)))
      }
      return all
    })
    expect(found).toEqual([])
  })
})
