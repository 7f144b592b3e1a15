import { expect, test } from 'vitest'
import { defaultProfile, patchProfile } from '../../../src/domain/profile/profile.js'
import { ProfileInForce } from '../../../src/domain/profile/profile-in-force.js'

const secretProfile = (secret: string) => patchProfile(defaultProfile, { auth: { secret } })

test('operations read the profile of the last change', () => {
  const inForce = new ProfileInForce(defaultProfile)
  for (const secret of ['a', 'b']) {
    inForce.change(secretProfile(secret))
    expect([inForce.profile.auth.secret, inForce.tracked.source]).toEqual([secret, inForce.profile])
  }
})
