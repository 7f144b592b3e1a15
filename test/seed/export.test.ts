import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportSeed } from '../../src/seed/export.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { stringifySeed } from '../../src/seed/stringify.js'
import { Service } from '../support/service.js'
import { inspection, perform } from './histories.js'
import { SEED } from './hostile.js'
import { anyHistory, anyStep } from './steps.js'

type Format = 'json' | 'yaml'

const exported = ({ world }: Service, format: Format = 'json') => stringifySeed(exportSeed(world), format)

/** A fresh world with a state that was exported: as its seed, or put in the place of another one. */
const LOADS: Readonly<Record<string, (text: string) => Promise<Service>>> = {
  seed: (text) => Service.start(text),
  async put(text) {
    const service = await Service.start({
      random: 3,
      faults: [{ status: 500 }],
      database: { documents: [{ title: 'x' }] },
    })
    await service.seeds.replaceState(parseSeeds([{ name: 'state', text }]), service.world)
    return service
  },
}

test('any reachable state, exported and loaded, goes on as if nothing had happened', async () => {
  const end = await inspection()
  await fc.assert(
    fc.asyncProperty(anyHistory, fc.array(anyStep, { maxLength: 12 }), async (history, following) => {
      const original = await Service.start(SEED)
      await perform(original, history)
      const texts = { json: exported(original), yaml: exported(original, 'yaml') }
      const copies: Service[] = []
      for (const format of ['json', 'yaml'] as const) {
        for (const load of Object.values(LOADS)) {
          const copy = await load(texts[format])
          expect(exported(copy)).toBe(texts.json)
          expect(exported(copy, 'yaml')).toBe(texts.yaml)
          copies.push(copy)
        }
      }
      const steps = [...following, ...end]
      const seen = await perform(original, steps)
      const left = exported(original)
      for (const copy of copies) {
        expect(await perform(copy, steps)).toEqual(seen)
        expect(exported(copy)).toBe(left)
      }
    }),
    { seed: 20_260_131, numRuns: 40, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
  )
}, 60_000)
