import type { MemoryAccount, MemoryBudget } from '../../core/memory.js'
import { atOnce, Slice } from '../../core/steps.js'
import { weighData } from '../contents/bytes.js'
import type { Profile } from './profile.js'
import { TrackedProfile } from './tracked.js'

/** A profile as it is tracked, without its texts: an estimate. */
const TRACKED_BYTES = 40_000

/** The records of a world, each of which has the profile that it was answered by. */
interface Recorded {
  /** How many there were, with those that are forgotten. */
  readonly added: number
  /** How many of them are forgotten. */
  readonly forgotten: number
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
  /** Oldest first. */
  #past: Past[] = []
  readonly #account: MemoryAccount

  constructor(
    profile: Profile,
    private readonly journal: Recorded,
    memory: MemoryBudget,
  ) {
    this.#profile = profile
    this.#account = memory.open()
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

  change(profile: Profile): void {
    if (profile === this.#profile) return
    const { added, forgotten } = this.journal
    const gone = this.#past.findIndex(({ until }) => until > forgotten)
    for (const { bytes } of this.#past.splice(0, gone < 0 ? this.#past.length : gone))
      this.#account.add(-bytes)
    if (this.#tracked?.source === this.#profile && added > forgotten) {
      const bytes = TRACKED_BYTES + atOnce(weighData(this.#profile, new Slice()))
      this.#past.push({ until: added, bytes })
      this.#account.add(bytes)
    }
    this.#profile = profile
  }

  /** Forgets the profiles of before. */
  close(): void {
    this.#past = []
    this.#account.close()
  }
}
