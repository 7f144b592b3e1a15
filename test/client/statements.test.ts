import { describe, expect, it } from 'vitest'
import { sendByFetch } from '../../src/contract/client.js'
import { AREAS, type Statement, unmet } from '../../src/contract/statements.js'
import type { ProfilePatch } from '../../src/domain/profile.js'
import { seedFor, subjectAt } from '../contract/emulator-subject.js'
import { GAP_PROFILES } from '../contract/gap-profiles.js'
import { startInProcess } from './emulators.js'

/** Every statement of the contract holds without a socket too. */
async function tryOut({ needs, check }: Statement, profile: ProfilePatch): Promise<void> {
  const rateLimited = needs.includes('ratelimit')
  await using emulator = await startInProcess({ seed: seedFor(rateLimited), profile })
  const subject = { ...(await subjectAt(emulator, rateLimited)), send: sendByFetch(emulator.fetch) }
  expect(unmet(needs, subject)).toEqual([])
  await check?.(subject)
}

for (const [name, profile] of Object.entries(GAP_PROFILES)) {
  describe(`without a socket, under ${name}`, () => {
    for (const [area, statements] of Object.entries(AREAS)) {
      describe(area, () => {
        for (const statement of statements.filter(({ check }) => check !== undefined)) {
          it(`${statement.id}: ${statement.text}`, () => tryOut(statement, profile))
        }
      })
    }
  })
}
