import { valueAt } from '../../core/objects.js'
import { defaultProfile, type Profile } from './profile.js'

/** A gap of the contract, named like its profile option: "kv.putStatus". */
export type GapName = {
  readonly [Section in keyof Profile]: `${Section}.${keyof Profile[Section] & string}`
}[keyof Profile]

type GapValue<Name extends GapName> = Name extends `${infer Section extends keyof Profile}.${infer Option}`
  ? Option extends keyof Profile[Section]
    ? Profile[Section][Option]
    : never
  : never

/** In the order of the profile. */
const PLACES: ReadonlyMap<GapName, readonly [section: string, option: string]> = new Map(
  Object.entries(defaultProfile).flatMap(([section, options]) =>
    Object.keys(options).map((option) => [`${section}.${option}` as GapName, [section, option] as const]),
  ),
)

/** The gaps of the contract as filled for one request. Records which of them its answer depends on. */
export class Gaps {
  /** Some are in it twice. A list, since the journal keeps one for each request. */
  readonly #used: GapName[] = []
  #profile: Profile

  constructor(profile: Profile) {
    this.#profile = profile
  }

  get profile(): Profile {
    return this.#profile
  }

  /** Fills the gaps another way from now on. Recorded dependencies stay. */
  refill(profile: Profile): void {
    this.#profile = profile
  }

  /** Returns how a gap is filled, and records that the answer depends on it. */
  decide<Name extends GapName>(name: Name): GapValue<Name> {
    this.#used.push(name)
    const [section, option] = PLACES.get(name) ?? ['', '']
    return Reflect.get(Reflect.get(this.#profile, section), option) as GapValue<Name>
  }

  /** Records that the answer depends on these gaps. */
  note(...names: readonly GapName[]): void {
    this.#used.push(...names)
  }

  /**
   * Returns the gaps that the answer depends on: `{"kv.putStatus": 200}`. Leaves out null bounds, since no answer
   * depends on a bound that doesn't exist.
   */
  used(): Record<string, unknown> {
    const used: Record<string, unknown> = {}
    for (const name of PLACES.keys()) {
      if (!this.#used.includes(name)) continue
      const value = valueAt(this.#profile, name.split('.'))
      if (value !== null) used[name] = value
    }
    return used
  }
}
