import { valueAt } from '../../core/objects.js'
import { defaultProfile, type Profile } from './profile.js'

/** The name of a gap in the contract, which is also that of its profile option, e.g. "kv.putStatus". */
export type GapName = {
  readonly [Section in keyof Profile]: `${Section}.${keyof Profile[Section] & string}`
}[keyof Profile]

type GapValue<Name extends GapName> = Name extends `${infer Section extends keyof Profile}.${infer Option}`
  ? Option extends keyof Profile[Section]
    ? Profile[Section][Option]
    : never
  : never

/** In the same order as the profile. */
const PLACES: ReadonlyMap<GapName, readonly [section: string, option: string]> = new Map(
  Object.entries(defaultProfile).flatMap(([section, options]) =>
    Object.keys(options).map((option) => [`${section}.${option}` as GapName, [section, option] as const]),
  ),
)

/** The gaps in the contract, filled for a single request. Keeps track of which ones the response depends on. */
export class Gaps {
  /** May contain duplicates. It's a list because the journal keeps one for every request. */
  readonly #used: GapName[] = []
  #profile: Profile

  constructor(profile: Profile) {
    this.#profile = profile
  }

  get profile(): Profile {
    return this.#profile
  }

  /** From now on, fills gaps from another profile. Dependencies that were already recorded are kept. */
  refill(profile: Profile): void {
    this.#profile = profile
  }

  /** Returns how a gap is filled, and records that the response depends on it. */
  decide<Name extends GapName>(name: Name): GapValue<Name> {
    this.#used.push(name)
    const [section, option] = PLACES.get(name) ?? ['', '']
    return Reflect.get(Reflect.get(this.#profile, section), option) as GapValue<Name>
  }

  /** Records that the response depends on these gaps. */
  note(...names: readonly GapName[]): void {
    this.#used.push(...names)
  }

  /**
   * Returns the gaps that the response depends on, e.g. `{"kv.putStatus": 200}`. Bounds that are null are left out,
   * since a response can't depend on a bound that doesn't exist.
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
