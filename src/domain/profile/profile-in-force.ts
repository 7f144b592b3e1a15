import type { MemoryAccount, MemoryBudget } from '../../core/memory.js'
import { bytesOfProfile, VARIANTS_BYTES } from '../contents/bytes.js'
import type { Grease } from './grease.js'
import type { Profile } from './profile.js'
import { TrackedProfile } from './tracked.js'

/** The records of a world, each of which has the profile that it was answered by. */
interface Recorded {
  /** How many there were, with those that are forgotten. */
  readonly added: number
  /** How many of them are forgotten. */
  readonly forgotten: number
  /** Forgets all up to so many of those that there were. */
  forgetUntil(added: number): void
}

/** A profile that was in force until so many requests were recorded. */
interface Past {
  readonly until: number
  readonly bytes: number
}

/** How the contract's gaps behave in a world now. Profiles of before count for as long as records of them are kept. */
export class ProfileInForce {
  #profile: Profile
  #tracked: TrackedProfile | undefined
  #variants: object | undefined
  /** Oldest first. */
  readonly #past: Past[] = []
  readonly #account: MemoryAccount

  constructor(
    profile: Profile,
    private readonly journal: Recorded,
    memory: MemoryBudget,
  ) {
    this.#profile = profile
    this.#account = memory.open(() => this.#forgetOldest())
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

  /** Stands for the variants of it, where answers got some: the same in all worlds that share them. */
  get variants(): object | undefined {
    return this.#variants
  }

  change(profile: Profile): void {
    if (profile === this.#profile) return
    this.#letGo()
    const { added, forgotten } = this.journal
    const wasUsed = this.#variants !== undefined || this.#tracked?.source === this.#profile
    if (wasUsed && added > forgotten) {
      const own = bytesOfProfile(this.#profile)
      const bytes = own + (this.#variants === undefined ? 0 : VARIANTS_BYTES)
      this.#past.push({ until: added, bytes })
      this.#account.add(bytes)
    }
    this.#profile = profile
    this.#variants = undefined
  }

  /** The profiles of before count for nothing any more. */
  close(): void {
    this.#account.close()
  }

  /** Lets go of those that there is no record of any more. */
  #letGo(): void {
    const { forgotten } = this.journal
    const gone = this.#past.findIndex(({ until }) => until > forgotten)
    for (const { bytes } of this.#past.splice(0, gone < 0 ? this.#past.length : gone))
      this.#account.add(-bytes)
  }

  /** The oldest, with the records of it; false where there is none. */
  #forgetOldest(): boolean {
    const oldest = this.#past[0]
    if (oldest === undefined) return false
    this.journal.forgetUntil(oldest.until)
    this.#letGo()
    return true
  }
}
