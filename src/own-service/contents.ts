import { readDurationMs } from '../core/moment.js'
import type { ContentsOf, ServiceContents } from '../domain/state.js'
import type { CheckedService } from './check.js'
import { allDue, passTime } from './due.js'
import { type JsonState, jsonState, NotJson } from './json-state.js'

/** The state of a user's own service in one world. */
export class OwnContents implements ServiceContents {
  /** The seed data that the state came from, kept until the state changes so that a fork can shift its times. */
  #seeded: { readonly data: object; readonly origin: number } | undefined
  #state: JsonState
  /** Caches the last result of `shownAt`. */
  #shown: { readonly state: JsonState; readonly now: number; readonly passed: JsonState } | undefined

  constructor(private readonly service: CheckedService) {
    this.#state = service.initial
  }

  /**
   * Returns the state at a given time, after running everything that's due by then.
   *
   * @param now virtual ms
   * @throws ServiceMistake, or whatever `due` or `onDue` throws
   */
  at(now: number): JsonState {
    return passTime(this.service, this.#state, now)
  }

  /**
   * Stores the state that a request left behind, and immediately runs whatever that made due.
   *
   * @param now virtual ms
   * @throws ServiceMistake, or whatever `due` or `onDue` throws
   */
  keep(state: JsonState, now: number): void {
    const settled = passTime(this.service, state, now)
    if (settled !== this.#state) this.#seeded = undefined
    this.#state = settled
  }

  /**
   * Replaces the state with data from a seed.
   *
   * @param origin the time that `{{now}}` stands for, in virtual ms
   * @throws NotJson
   */
  load(data: object, origin: number): void {
    const { state, hasTimes } = seededState(data, origin)
    this.#state = state
    this.#seeded = hasTimes ? { data, origin } : undefined
  }

  /** Like `at`, but ignores what's due if `due` or `onDue` throws. */
  shownAt(now: number): JsonState {
    const state = this.#state
    if (this.#shown?.state !== state || this.#shown.now !== now)
      this.#shown = { state, now, passed: orElse(() => this.at(now), state) }
    return this.#shown.passed
  }

  /** Like `shownAt`, but written the way a seed would. */
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

  /** Empty if `due` throws. The next request then reports the error. */
  expiring(after: number, upTo: number) {
    const { name } = this.service
    return orElse(() => allDue(this.service, this.shownAt(after)), [])
      .filter(({ at }) => at > after && at <= upTo)
      .map(({ name: key, at }) => ({ namespace: name, key, at }))
  }
}

function orElse<T>(asked: () => T, other: T): T {
  try {
    return asked()
  } catch {
    return other
  }
}

export const contentsOf = (service: CheckedService): ContentsOf<OwnContents> => ({
  name: service.name,
  empty: () => new OwnContents(service),
})

/** A string that's a single time template, e.g. `{{now+30s}}`. A leading backslash escapes it. */
const TIME = /^(\\*)\{\{\s*now\s*([+-][^{}\s]+)?\s*\}\}$/

/**
 * Converts seed data to a state, replacing time templates with virtual ms.
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
    if (ms === undefined) throw new NotJson(`is not a time such as {{now+30s}}: ${text}`)
    return origin + ms
  })
  return { state, hasTimes }
}

/** Converts a state back to seed data, escaping strings that look like time templates. */
const escaped = (state: JsonState): object =>
  JSON.parse(JSON.stringify(state), (_, value) =>
    typeof value === 'string' && TIME.test(value) ? `\\${value}` : value,
  )
