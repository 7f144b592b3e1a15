import { valueAt } from '../../core/objects.js'
import type { Profile } from './profile.js'

/**
 * A profile that notes which of its options are read: an answer that reads one depends on a gap of the contract, and
 * the journal tells which gaps an answer depended on. Operations are synchronous, so one object serves all worlds of a
 * profile.
 */
export class TrackedProfile {
  /** The profile; reading an option of a section notes it. */
  readonly profile: Profile
  readonly #options: readonly string[]
  /** Every set of options that was read so far, by its indexes: few, since the code has few ways to read them. */
  readonly #sets = new Map<string, OptionsRead>()
  readonly #none: OptionsRead
  #read: OptionsRead
  static readonly #known = new WeakMap<Profile, TrackedProfile>()

  /** The one of a profile: a test that makes a world of its own need not wait until there is another. */
  static of(profile: Profile): TrackedProfile {
    const known = TrackedProfile.#known.get(profile) ?? new TrackedProfile(profile)
    TrackedProfile.#known.set(profile, known)
    return known
  }

  constructor(readonly source: Profile) {
    const options: string[] = []
    const sections = Object.entries(source).map(([section, values]) => {
      const tracked = {}
      for (const [name, value] of Object.entries(values)) {
        const index = options.push(`${section}.${name}`) - 1
        const get = () => {
          this.#read = this.#read.with(index)
          return value
        }
        Object.defineProperty(tracked, name, { enumerable: true, get })
      }
      return [section, tracked]
    })
    this.#options = options
    this.profile = Object.fromEntries(sections) as Profile
    this.#none = this.#setOf([])
    this.#read = this.#none
  }

  /** Forgets what was read. */
  begin(): void {
    this.#read = this.#none
  }

  /** Continues in another profile, as if all had been read there. */
  continueIn(other: TrackedProfile): TrackedProfile {
    other.#read = other.#setOf(this.#read.indexes)
    return other
  }

  /** The options that were read since begin(), to be kept and named later. */
  taken(): OptionsRead {
    return this.#read
  }

  #setOf(indexes: readonly number[]): OptionsRead {
    const key = indexes.join()
    const known = this.#sets.get(key)
    if (known !== undefined) return known
    const names = this.#options.filter((_, index) => indexes.includes(index))
    const added = new OptionsRead(this.source, indexes, names, (further) => this.#setOf(further))
    this.#sets.set(key, added)
    return added
  }
}

/**
 * The options of a profile that one answer read. Equal sets of one tracked profile are one object, so that noting an
 * option and keeping the set with an answer costs no allocation (`npm run bench -- --only calls`).
 */
export class OptionsRead {
  /** The set with one more option, by the index of that option. */
  readonly #larger: (OptionsRead | undefined)[] = []

  constructor(
    /** The profile as it was then. */
    readonly profile: Profile,
    /** Places in the order of the profile's options, ascending. */
    readonly indexes: readonly number[],
    private readonly names: readonly string[],
    private readonly setOf: (indexes: readonly number[]) => OptionsRead,
  ) {}

  /** The set that has this option too. */
  with(index: number): OptionsRead {
    return this.#larger[index] ?? this.#add(index)
  }

  /**
   * The options with the values that were read: `{"kv.putStatus": 200}`. Those that are null are left out: where there
   * is no bound, no answer depends on one.
   */
  named(): Record<string, unknown> {
    const named: Record<string, unknown> = {}
    for (const option of this.names) {
      const value = valueAt(this.profile, option.split('.'))
      if (value !== null) named[option] = value
    }
    return named
  }

  #add(index: number): OptionsRead {
    const all = new Set([...this.indexes, index])
    const larger = this.setOf([...all].sort((a, b) => a - b))
    this.#larger[index] = larger
    return larger
  }
}
