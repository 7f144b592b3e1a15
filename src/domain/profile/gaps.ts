import { valueAt } from '../../core/objects.js'
import { defaultProfile, type Profile } from './profile.js'

/** The name of a gap and of its profile option, e.g. "kv.putStatus". */
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

/** Fills the contract's gaps for a single request, and keeps track of the ones that the response depends on. */
export class Gaps {
  /** May contain duplicates. It isn't a set, because the journal keeps one for every request. */
  readonly #used: GapName[] = []
  #profile: Profile

  constructor(profile: Profile) {
    this.#profile = profile
  }

  get profile(): Profile {
    return this.#profile
  }

  /** From now on, fills gaps from a different profile. Keeps the recorded dependencies. */
  refill(profile: Profile): void {
    this.#profile = profile
  }

  /** Records that the response depends on the gap. */
  decide<Name extends GapName>(name: Name): GapValue<Name> {
    this.#used.push(name)
    const [section, option] = PLACES.get(name) ?? ['', '']
    return Reflect.get(Reflect.get(this.#profile, section), option) as GapValue<Name>
  }

  note(...names: readonly GapName[]): void {
    this.#used.push(...names)
  }

  /**
   * The gaps that the response depends on, e.g. `{"kv.putStatus": 200}`. Leaves out bounds that are null, since a
   * response can't depend on a bound that doesn't exist.
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
