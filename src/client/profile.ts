import type { Profile, ProfilePatch } from '../domain/profile.js'
import type { AdminInterface } from './ask.js'

/** How a world behaves where the contract says "not shown". */
export interface ProfileClient {
  /** Every option with its present value. */
  get(): Promise<Profile>
  /** Changes some options until the next reset: `profile.patch({ kv: { putStatus: 201 } })`. */
  patch(changes: ProfilePatch): Promise<Profile>
}

/** The profile over the admin interface. */
export function profileClient(admin: AdminInterface): ProfileClient {
  return {
    get: () => admin.get('/profile'),
    patch: (changes) => admin.send('PATCH', '/profile', changes),
  }
}
