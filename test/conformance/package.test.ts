import { expect, test } from 'vitest'
import judge from '../../conformance/package.json' with { type: 'json' }
import emulator from '../../package.json' with { type: 'json' }

test('the judge has the version of the emulator, and is ready to be published beside it', () => {
  expect(judge.version).toBe(emulator.version)
  expect(judge.engines).toEqual(emulator.engines)
  expect(judge).not.toHaveProperty('private')
})
