import { expect, test } from 'vitest'
import { Grease } from '../../../src/domain/profile/grease.js'
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

test('a profile has variants once an answer got one, until it changes', () => {
  const inForce = new ProfileInForce(secretProfile('a'))
  void inForce.tracked
  expect(inForce.variants).toBeUndefined()
  void inForce.greased(new Grease(1), 'r1')
  expect(inForce.variants).toBeDefined()
  inForce.change(secretProfile('b'))
  expect(inForce.variants).toBeUndefined()
})
