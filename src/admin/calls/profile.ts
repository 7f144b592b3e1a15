import { patchProfile } from '../../domain/profile/profile.js'
import { type AdminRoute, ok } from '../call.js'
import { readJson } from '../input.js'

export const profileRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/profile',
    help: 'How the gaps of the contract behave: every option with its present value',
    handle: ({ context }) => ok(context.world.profile),
  },
  {
    method: 'PATCH',
    path: '/profile',
    help: 'Change some options until the next reset: {"kv": {"putStatus": 201}}',
    handle(call) {
      const { world, signatures } = call.context
      const profile = patchProfile(world.profile, readJson(call))
      signatures.providerKeys(profile.auth)
      world.profile = profile
      return ok(profile)
    },
  },
]
