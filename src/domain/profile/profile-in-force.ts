import type { Grease } from './grease.js'
import type { Profile } from './profile.js'
import { TrackedProfile } from './tracked.js'

/** How the contract's gaps behave in a world now. */
export class ProfileInForce {
  #profile: Profile
  #tracked: TrackedProfile | undefined

  constructor(profile: Profile) {
    this.#profile = profile
  }

  get profile(): Profile {
    return this.#profile
  }

  /** The profile as operations read it. */
  get tracked(): TrackedProfile {
    // Every request asks, and the look-up alone shows in `npm run bench -- --only calls`.
    if (this.#tracked?.source !== this.#profile) this.#tracked = TrackedProfile.of(this.#profile)
    return this.#tracked
  }

  /** The variant of it that an answer of this name gets, as operations read it. */
  greased(grease: Grease, name: string): TrackedProfile {
    return TrackedProfile.of(grease.vary(this.#profile, name))
  }

  change(profile: Profile): void {
    this.#profile = profile
  }
}
