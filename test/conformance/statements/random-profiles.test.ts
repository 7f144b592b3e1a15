import { expect, test } from 'vitest'
import { openSandbox } from '../../../conformance/emulator/sandbox.js'
import { walk } from '../../../conformance/walk/walk.js'
import type { ProfilePatch } from '../../../src/domain/profile/profile.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { optionsAt } from '../../simulation/draw-profiles.js'
import { extent } from '../../support/extent.js'
import { KEPT } from '../gaps/gap-profiles.js'
import { randomProfiles } from '../gaps/random-profiles.js'
import { inTurn, unheld } from './all-statements.js'

/** No statement fails and no walk differs, whichever way a gap is filled. */

const PROFILES = extent(6, 15)

test.each(randomProfiles(PROFILES).map((profile, index) => [index, profile] as const))(
  'statements and walks accept the random profile %i',
  async (index, profile) => {
    await using emulator = await startEmulator({ profile })
    await emulator.profile.patch(optionsAt(KEPT) as ProfilePatch)
    await using sandbox = await openSandbox(emulator, { mark: 'random1' })
    const found = await unheld(inTurn(index, 12), sandbox)
    expect(found.filter(({ outcome }) => outcome === 'fails')).toEqual([])
    for (const seed of [index, index + PROFILES].slice(0, extent(1, 2))) {
      const result = await walk(sandbox, { calls: 100, seed, replays: 60 })
      expect(result).not.toMatchObject({ outcome: 'differs' })
    }
  },
)
