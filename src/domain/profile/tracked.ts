import type { Profile } from './profile.js'

type Section = keyof Profile & string

/**
 * A profile that notes which of its options are read: reading one is leaning on a gap of the contract, and the
 * journal tells which gaps an answer leaned on. Kept as numbers, since it is done for every call; operations are
 * synchronous, so one view serves a world.
 */
export class TrackedProfile {
  /** The profile; reading an option of a section notes it. */
  readonly profile: Profile
  readonly #options: readonly string[]
  /** One bit an option, in the order of #options. */
  #low = 0
  #high = 0

  constructor(readonly source: Profile) {
    const options: string[] = []
    const sections = Object.entries(source).map(([section, values]) => {
      const view = {}
      for (const [name, value] of Object.entries(values)) {
        const index = options.push(`${section}.${name}`) - 1
        Object.defineProperty(view, name, { enumerable: true, get: this.#reader(index, value) })
      }
      return [section, view]
    })
    this.#options = options
    this.profile = Object.fromEntries(sections) as Profile
  }

  /** Forgets what was read. */
  begin(): void {
    this.#low = 0
    this.#high = 0
  }

  /** Goes on in the view of another profile, as if all had been read there. */
  continueIn(other: TrackedProfile): TrackedProfile {
    other.#low = this.#low
    other.#high = this.#high
    return other
  }

  /** What was read since begin(), to be kept and named later. */
  taken(): OptionsRead {
    return { low: this.#low, high: this.#high, view: this }
  }

  /**
   * The options behind the bits, with the values that were read: `{"kv.putStatus": 200}`. Those that are null are left
   * out: where there is no bound, no answer leans on one.
   */
  name({ low, high }: OptionsRead): Record<string, unknown> {
    const named: Record<string, unknown> = {}
    this.#options.forEach((option, index) => {
      const isSet = index < 32 ? (low >>> index) & 1 : (high >>> (index - 32)) & 1
      if (isSet === 0) return
      const [section, name] = option.split('.') as [Section, string]
      const value = Object.entries(this.source[section]).find(([key]) => key === name)?.[1]
      if (value !== null) named[option] = value
    })
    return named
  }

  #reader(index: number, value: unknown): () => unknown {
    const bit = 1 << (index & 31)
    if (index < 32) {
      return () => {
        this.#low |= bit
        return value
      }
    }
    return () => {
      this.#high |= bit
      return value
    }
  }
}

const views = new WeakMap<Profile, TrackedProfile>()

/** The view of a profile. Worlds of one profile share it: it serves one operation at a time. */
export function trackedProfileOf(profile: Profile): TrackedProfile {
  const view = views.get(profile) ?? new TrackedProfile(profile)
  views.set(profile, view)
  return view
}

/** The gaps that one answer leaned on, as bits. */
export interface OptionsRead {
  readonly low: number
  readonly high: number
  readonly view: TrackedProfile
}
