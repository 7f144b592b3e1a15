import { defaultProfile, patchProfile } from '../../domain/profile/profile.js'
import { profileSchema } from '../../domain/profile/schema.js'
import { readJson } from '../body.js'
import { call } from '../call.js'

/** The schema is only created for the OpenAPI document, since most runs never ask for it. */
const profile = {
  get schema() {
    return profileSchema()
  },
  example: defaultProfile,
}

const patch = {
  get schema() {
    return profileSchema()
  },
  example: { kv: { putStatus: 201 } },
  isShort: true,
  read: readJson,
}

export const profileCalls = [
  call({
    method: 'GET',
    path: '/profile',
    summary: 'Get the profile, which fills gaps in the contract',
    details: ': every option with its current value',
    tag: 'The emulator',
    answer: profile,
    handle: ({ world }) => world.profile,
  }),
  call({
    method: 'PATCH',
    path: '/profile',
    summary: 'Change some options until the next reset',
    details: ': {"kv": {"putStatus": 201}}',
    tag: 'The emulator',
    changes: 'profile',
    body: patch,
    answer: profile,
    refusals: ['invalid_profile'],
    handle({ context: { signatures }, world, body, change }) {
      const patched = patchProfile(world.profile, body)
      signatures.assertReadable(patched.auth)
      change(() => world.changeProfile(patched))
      return patched
    },
  }),
]
