import { valueAt } from '../../core/objects.js'
import type { Profile } from './profile.js'

/**
 * A profile that notes which of its options are read: an answer that reads one depends on a gap of the contract, and
 * the journal shows which gaps an answer depended on. Operations are synchronous, so one object serves all worlds of a
 * profile.
 */
export class TrackedProfile {
  /** The profile; reading an option of a section notes it. */
  readonly profile: Profile
  /** The path of every option. */
  readonly #options: readonly string[]
  #read = new Set<string>()
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
        const path = `${section}.${name}`
        options.push(path)
        const get = () => {
          this.#read.add(path)
          return value
        }
        Object.defineProperty(tracked, name, { enumerable: true, get })
      }
      return [section, tracked]
    })
    this.#options = options
    this.profile = Object.fromEntries(sections) as Profile
  }

  /** Forgets what was read. */
  begin(): void {
    this.#read = new Set()
  }

  /** Continues in another profile, as if all had been read there. */
  continueIn(other: TrackedProfile): TrackedProfile {
    other.#read = new Set(this.#read)
    return other
  }

  /** The options that were read since begin(), to be kept and named later. */
  taken(): OptionsRead {
    return new OptionsRead(this.source, this.#options, new Set(this.#read))
  }
}

/** The options of a profile that one answer read. */
export class OptionsRead {
  constructor(
    /** The profile as it was then. */
    readonly profile: Profile,
    /** The paths of all options, in the order of the profile. */
    private readonly options: readonly string[],
    private readonly read: ReadonlySet<string>,
  ) {}

  /**
   * The options with the values that were read: `{"kv.putStatus": 200}`. Those that are null are left out: if there is
   * no bound, no answer depends on one.
   */
  named(): Record<string, unknown> {
    const named: Record<string, unknown> = {}
    for (const option of this.options.filter((path) => this.read.has(path))) {
      const value = valueAt(this.profile, option.split('.'))
      if (value !== null) named[option] = value
    }
    return named
  }
}
