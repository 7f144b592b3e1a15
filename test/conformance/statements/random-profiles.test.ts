import { expect, test } from 'vitest'
import { openSandbox } from '../../../conformance/emulator/sandbox.js'
import { judge } from '../../../conformance/statements/table.js'
import { walk } from '../../../conformance/walk/walk.js'
import type { ProfilePatch } from '../../../src/domain/profile/profile.js'
import { startEmulator } from '../../../src/emulator.js'
import { optionsAt } from '../../simulation/draw-profiles.js'
import { extent } from '../../support/extent.js'
import { KEPT } from '../gaps/gap-profiles.js'
import { randomProfiles } from '../gaps/random-profiles.js'
import { STATEMENTS } from './all-statements.js'

/**
 * No statement and no walk accuses a service for a gap, whichever way it goes there. In the environment:
 * EVERY_STATEMENT=1 tries every statement under each profile, and not a few in turn; it takes some minutes.
 */

const SHARE = process.env.EVERY_STATEMENT === '1' ? 1 : 12
const PROFILES = extent(12, 60)

const checked = STATEMENTS.filter(({ check }) => check !== undefined)

test.each(randomProfiles(PROFILES).map((profile, index) => [index, profile] as const))(
  'profile %i',
  async (index, profile) => {
    await using emulator = await startEmulator({ profile })
    await emulator.profile.patch(optionsAt(KEPT) as ProfilePatch)
    await using sandbox = await openSandbox(emulator, { mark: 'random1' })
    for (const statement of checked.filter((_, at) => (at + index) % SHARE === 0)) {
      const { outcome, ...why } = await judge(statement, await sandbox.subjectFor(statement.needs))
      expect({ id: statement.id, outcome, ...why }).not.toMatchObject({ outcome: 'fails' })
    }
    for (const seed of [index, index + PROFILES].slice(0, extent(1, 2))) {
      const result = await walk(sandbox, { calls: 100, seed, replays: 60 })
      expect(result).not.toMatchObject({ outcome: 'differs' })
    }
  },
)
