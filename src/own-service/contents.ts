import { readDurationMs } from '../core/moment.js'
import type { ContentsOf, ServiceContents } from '../domain/state.js'
import type { CheckedService } from './check.js'
import { allDue, passTime } from './due.js'
import { type JsonState, jsonState, NotJson } from './json-state.js'

/** The state of your own service in one world. */
export class OwnContents implements ServiceContents {
  /** The seed data that the state was made from, until something changes it. Its times move with the origin. */
  #seeded: { readonly data: object; readonly origin: number } | undefined
  #state: JsonState
  /** The last answer of `shownAt`. */
  #shown: { readonly state: JsonState; readonly now: number; readonly passed: JsonState } | undefined

  constructor(private readonly service: CheckedService) {
    this.#state = service.initial
  }

  /**
   * Returns the state after everything due by then has happened.
   *
   * @param now virtual ms
   * @throws ServiceMistake; whatever `due` and `onDue` throw
   */
  at(now: number): JsonState {
    return passTime(this.service, this.#state, now)
  }

  /**
   * Stores the state after a request at an instant (virtual ms). Whatever it made due by then happens at once.
   *
   * @throws ServiceMistake; whatever `due` and `onDue` throw
   */
  keep(state: JsonState, now: number): void {
    const settled = passTime(this.service, state, now)
    if (settled !== this.#state) this.#seeded = undefined
    this.#state = settled
  }

  /**
   * Loads the data of a seed.
   *
   * @param origin what its times count from, in virtual ms
   * @throws NotJson
   */
  load(data: object, origin: number): void {
    const { state, hasTimes } = seededState(data, origin)
    this.#state = state
    this.#seeded = hasTimes ? { data, origin } : undefined
  }

  /** Returns the state at an instant (virtual ms), to look at. If what is due then fails, it didn't happen. */
  shownAt(now: number): JsonState {
    const state = this.#state
    if (this.#shown?.state !== state || this.#shown.now !== now)
      this.#shown = { state, now, passed: orElse(() => this.at(now), state) }
    return this.#shown.passed
  }

  /** Returns the state at an instant (virtual ms) in seed syntax. */
  show(now: number): object {
    return escaped(this.shownAt(now))
  }

  fork(origin: number): OwnContents {
    const fork = new OwnContents(this.service)
    if (this.#seeded !== undefined && this.#seeded.origin !== origin) fork.load(this.#seeded.data, origin)
    else {
      fork.#state = this.#state
      fork.#seeded = this.#seeded
    }
    return fork
  }

  sizes() {
    return {}
  }

  holdsUncounted(): boolean {
    return Object.keys(this.#state).length > 0
  }

  /** Returns what becomes due; nothing if `due` fails, which the next request reports. */
  expiring(after: number, upTo: number) {
    const { name } = this.service
    return orElse(() => allDue(this.service, this.shownAt(after)), [])
      .filter(({ at }) => at > after && at <= upTo)
      .map(({ name: key, at }) => ({ namespace: name, key, at }))
  }
}

/** Returns a fallback if the code of a service throws. */
function orElse<T>(asked: () => T, other: T): T {
  try {
    return asked()
  } catch {
    return other
  }
}

/** Identifies the contents of a service in every state. */
export const contentsOf = (service: CheckedService): ContentsOf<OwnContents> => ({
  name: service.name,
  empty: () => new OwnContents(service),
})

/** Matches text that is only a time: "{{now+30s}}". A leading backslash escapes it. */
const TIME = /^(\\*)\{\{\s*now\s*([+-][^{}\s]+)?\s*\}\}$/

/**
 * Makes a state from seed data. Its times become virtual ms.
 *
 * @throws NotJson
 */
export function seededState(
  data: unknown,
  origin: number,
): { readonly state: JsonState; readonly hasTimes: boolean } {
  let hasTimes = false
  const state = jsonState(data, (text) => {
    const [, backslashes, offset = '+0s'] = TIME.exec(text) ?? []
    if (backslashes === undefined) return text
    hasTimes = true
    if (backslashes !== '') return text.slice(1)
    const ms = readDurationMs(offset)
    if (ms === undefined) throw new NotJson(`is no time such as {{now+30s}}: ${text}`)
    return origin + ms
  })
  return { state, hasTimes }
}

/** Converts a state to seed syntax. Text that looks like a time gets a backslash. */
const escaped = (state: JsonState): object =>
  JSON.parse(JSON.stringify(state), (_, value) =>
    typeof value === 'string' && TIME.test(value) ? `\\${value}` : value,
  )
