import { type Places, pinched, type Stretch } from './axis.js'

/** The fingers on the strip. Two of them zoom: what lies below each stays there. */
export class Pinch {
  readonly #places = new Map<number, number>()
  #begun: { readonly stretch: Stretch; readonly places: Places } | undefined

  /** @param place as a share of the stretch that is shown */
  down(finger: number, place: number, stretch: Stretch): void {
    this.#places.set(finger, place)
    const places = this.#two()
    this.#begun = places === undefined ? undefined : { stretch, places }
  }

  /** @returns what is to be shown now; undefined while there are not two fingers */
  move(finger: number, place: number): Stretch | undefined {
    if (!this.#places.has(finger)) return undefined
    this.#places.set(finger, place)
    const places = this.#two()
    if (this.#begun === undefined || places === undefined) return undefined
    return pinched(this.#begun.stretch, this.#begun.places, places)
  }

  up(finger: number): void {
    this.#places.delete(finger)
    this.#begun = undefined
  }

  #two(): Places | undefined {
    const [one, other, ...more] = this.#places.values()
    return one === undefined || other === undefined || more.length > 0 ? undefined : [one, other]
  }
}
