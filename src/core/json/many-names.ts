/** A mapping of more names takes long to list: the engine sorts all of them. */
export const MANY_NAMES = 1000

const known = new WeakMap<object, readonly string[]>()

/** The names of a mapping, in the order of `Object.keys`. */
export const namesOf = (data: object): readonly string[] => known.get(data) ?? Object.keys(data)

/** Whether a mapping is known to have many names. */
export const hasManyNames = (data: object): boolean => known.has(data)

/** Lists the names of a large mapping while it is read or made, so that nobody needs to list them later. */
export class ManyNames {
  #names: string[] | undefined

  /** @param data with what it has so far; it is never changed once it is whole */
  constructor(private readonly data: object) {
    this.#names = Object.keys(data)
    known.set(data, this.#names)
  }

  /** Takes the name that comes next, before it is set. */
  add(name: string): void {
    // The engine lists whole numbers first, and a name that comes again where it was first.
    if (!WHOLE_NUMBER.test(name) && !Object.hasOwn(this.data, name)) this.#names?.push(name)
    else {
      known.delete(this.data)
      this.#names = undefined
    }
  }
}

const WHOLE_NUMBER = /^\d+$/
