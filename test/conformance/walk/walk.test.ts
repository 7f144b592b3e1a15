import { expect, test } from 'vitest'
import { openSandbox } from '../../../src/cli/conformance/sandbox.js'
import { walk } from '../../../src/conformance/walk/walk.js'
import { GAP_PROFILES } from '../gaps/gap-profiles.js'
import { startInProcess } from '../in-process.js'

test.each(Object.entries(GAP_PROFILES))(
  'the emulator agrees with the model under %s',
  async (_name, profile) => {
    await using emulator = await startInProcess({ profile })
    await using sandbox = await openSandbox(emulator, { mark: 'walk1' })
    for (const seed of [1, 2, 3, 4]) {
      expect(await walk(sandbox, { calls: 300, seed, replays: 200 })).toEqual({
        outcome: 'agrees',
        calls: 300,
      })
    }
  },
)
