import { describe, expect, it } from 'vitest'
import { AREAS, type Statement, unmet } from '../../src/contract/statements.js'
import type { ProfilePatch } from '../../src/domain/profile.js'
import { withEmulator } from './emulator-subject.js'
import { GAP_PROFILES } from './gap-profiles.js'

/** Tries a statement on an emulator that nobody else uses; its failure is the test's. */
const tryOut = ({ needs, check }: Statement, profile: ProfilePatch) =>
  withEmulator({ rateLimited: needs.includes('ratelimit'), profile }, async (subject) => {
    expect(unmet(needs, subject)).toEqual([])
    await check?.(subject)
  })

for (const [name, profile] of Object.entries(GAP_PROFILES)) {
  describe(`under ${name}`, () => {
    for (const [area, statements] of Object.entries(AREAS)) {
      describe(area, () => {
        for (const statement of statements.filter(({ check }) => check !== undefined)) {
          it(`${statement.id}: ${statement.text}`, () => tryOut(statement, profile))
        }
      })
    }
  })
}
