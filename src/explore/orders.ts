import { commute } from './footprint.js'
import type { Chooser } from './one-run.js'
import type { Step } from './parties.js'

/** A place in the tree of orders, and the choice that the present run makes there. */
interface Place {
  readonly waiting: readonly Step[]
  /** Names whose orders from here on were run already, or only repeat such. */
  readonly asleep: Map<string, Step>
  /** Names that are to be tried here. */
  readonly wanted: Set<string>
  readonly tried: Set<string>
  chosen: Step
}

/**
 * All orders that can make a difference, depth first. After each run, two requests that do not commute and could have
 * come the other way round make a place where another is tried (dynamic partial order reduction, Flanagan and Godefroid
 * 2005); what sleeps at a place leads to orders that were run (sleep sets, Godefroid 1996).
 */
export class Orders implements Chooser {
  #places: Place[] = []
  #depth = 0
  #isRepetition = false
  #pruned = 0
  #strayed = 0

  /** Choices that were not tried, since what they lead to differs from no order that was run. */
  get pruned(): number {
    return this.#pruned
  }

  /** Whether the present run turned out to be no other than one before. */
  get isRepetition(): boolean {
    return this.#isRepetition
  }

  /** Runs in which other requests came than in the same order before. */
  get strayed(): number {
    return this.#strayed
  }

  expected(): number | undefined {
    return this.#places[this.#depth]?.waiting.length
  }

  lacks(waiting: readonly Step[]): boolean {
    return this.#places[this.#depth]?.waiting.some(({ name }) => !hasName(waiting, name)) === true
  }

  choose(waiting: readonly Step[]): Step {
    const [first] = waiting
    if (first === undefined) throw new Error('one waits, at least')
    if (this.#isRepetition) return first
    const again = this.#chooseAgain(waiting)
    if (again !== undefined) return again
    const asleep = this.#asleepBehind()
    const chosen = waiting.find(({ name }) => !asleep.has(name))
    if (chosen === undefined) {
      this.#isRepetition = true
      return first
    }
    this.#places.push({ waiting, asleep, wanted: new Set([chosen.name]), tried: new Set(), chosen })
    this.#depth++
    return chosen
  }

  /** Ends a run, and goes to the next; false: there is none. */
  next(): boolean {
    if (this.#depth < this.#places.length) this.#forgetBehind()
    this.#noteRaces()
    this.#depth = 0
    this.#isRepetition = false
    for (let place = this.#places.at(-1); place !== undefined; place = this.#places.at(-1)) {
      place.tried.add(place.chosen.name)
      const { waiting, wanted, asleep, tried } = place
      const other = waiting.find(({ name }) => wanted.has(name) && !tried.has(name) && !asleep.has(name))
      if (other !== undefined) {
        place.chosen = other
        return true
      }
      this.#pruned += waiting.length - tried.size
      this.#places.pop()
    }
    return false
  }

  /**
   * The choice of this place, where it is known, and what is held by the handles of this run. A request that came later
   * in the run before waits here as well.
   */
  #chooseAgain(waiting: readonly Step[]): Step | undefined {
    const known = this.#places[this.#depth]
    if (known === undefined) return undefined
    const chosen = waiting.find(({ name }) => name === known.chosen.name)
    if (chosen === undefined || this.lacks(waiting)) {
      this.#forgetBehind()
      return undefined
    }
    this.#places[this.#depth] = { ...known, waiting, chosen }
    this.#depth++
    return chosen
  }

  /** The run went another way than the one before: what is known from here on is of no use. */
  #forgetBehind(): void {
    this.#strayed++
    this.#places.length = this.#depth
  }

  /** What sleeps behind the last choice: what slept there or was tried, and commutes with it. */
  #asleepBehind(): Map<string, Step> {
    const before = this.#places.at(-1)
    if (before === undefined) return new Map()
    const { asleep, tried, waiting, chosen } = before
    const sleepers = [...asleep.values(), ...waiting.filter(({ name }) => tried.has(name))]
    return new Map(
      sleepers.flatMap((step): [string, Step][] =>
        commute(step.footprint, chosen.footprint) ? [[step.name, step]] : [],
      ),
    )
  }

  /** Where a request raced with one before it, the other way round is to be tried. */
  #noteRaces(): void {
    const steps = this.#places.map(({ chosen }) => chosen)
    const behind = happensBefore(steps)
    for (const [later, step] of steps.entries()) {
      for (let earlier = later - 1; earlier >= 0; earlier--) {
        const place = this.#places[earlier]
        const other = steps[earlier]
        if (place === undefined || other === undefined) continue
        if (commute(other.footprint, step.footprint) || isAncestor(other, step)) continue
        // One that leads to it from here, if not by way of the other.
        const leads = place.waiting.filter(({ name }) => {
          const at = steps.findIndex((one) => one.name === name)
          return at > earlier && (at === later || behind[later]?.has(at) === true)
        })
        const wanted = leads.length === 0 ? place.waiting : leads.slice(0, 1)
        if (!leads.some(({ name }) => place.wanted.has(name))) {
          for (const { name } of wanted) place.wanted.add(name)
        }
      }
    }
  }
}

const hasName = (steps: readonly Step[], name: string): boolean => steps.some((step) => step.name === name)

const isAncestor = (one: Step, other: Step): boolean => {
  for (let step = other.parent; step !== undefined; step = step.parent) {
    if (step.name === one.name) return true
  }
  return false
}

/** For each step of an order, those before it that it cannot come ahead of. */
function happensBefore(steps: readonly Step[]): ReadonlySet<number>[] {
  const behind: Set<number>[] = []
  for (const step of steps) {
    const before = new Set<number>()
    behind.forEach((further, index) => {
      const other = steps[index]
      if (other === undefined) return
      if (commute(other.footprint, step.footprint) && step.parent?.name !== other.name) return
      before.add(index)
      for (const one of further) before.add(one)
    })
    behind.push(before)
  }
  return behind
}
