import type { Grease } from './grease.js'
import type { Profile } from './profile.js'
import { TrackedProfile } from './tracked.js'

/** How the contract's gaps behave in a world now. */
export class ProfileInForce {
  #profile: Profile
  #tracked: TrackedProfile | undefined
  #variants: object | undefined

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
    this.#variants = grease.variantsOf(this.#profile)
    return TrackedProfile.of(grease.vary(this.#profile, name))
  }

  /** An object that stands for the variants of it, if answers got some: one for all worlds that share them. */
  get variants(): object | undefined {
    return this.#variants
  }

  change(profile: Profile): void {
    if (profile === this.#profile) return
    this.#profile = profile
    this.#variants = undefined
  }
}
