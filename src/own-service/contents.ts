import { readDurationMs } from '../core/moment.js'
import type { ContentsOf, ServiceContents } from '../domain/state.js'
import type { CheckedService } from './check.js'
import { allDue, passTime } from './due.js'
import { type JsonState, jsonState, NotJson } from './json-state.js'

/** The state of a service of one's own in a world. */
export class OwnContents implements ServiceContents {
  /** The data of a seed that the state was made of, as long as nothing changed it: its times move with the origin. */
  #seeded: { readonly data: object; readonly origin: number } | undefined
  #state: JsonState
  /** The last answer of `shownAt`. */
  #shown: { readonly state: JsonState; readonly now: number; readonly passed: JsonState } | undefined

  constructor(private readonly service: CheckedService) {
    this.#state = service.initial
  }

  /**
   * The state once everything has happened that is due.
   *
   * @param now virtual ms
   * @throws ServiceMistake; whatever `due` and `onDue` throw
   */
  at(now: number): JsonState {
    return passTime(this.service, this.#state, now)
  }

  /**
   * Keeps the state after a request at an instant (virtual ms). What it made due by then happens at once.
   *
   * @throws ServiceMistake; whatever `due` and `onDue` throw
   */
  keep(state: JsonState, now: number): void {
    const settled = passTime(this.service, state, now)
    if (settled !== this.#state) this.#seeded = undefined
    this.#state = settled
  }

  /**
   * Begins with the data of a seed.
   *
   * @param origin what its times count from, in virtual ms
   * @throws NotJson
   */
  load(data: object, origin: number): void {
    const { state, hasTimes } = seededState(data, origin)
    this.#state = state
    this.#seeded = hasTimes ? { data, origin } : undefined
  }

  /** The state at an instant (virtual ms), to look at: as it is if what is due then fails. */
  shownAt(now: number): JsonState {
    const state = this.#state
    if (this.#shown?.state !== state || this.#shown.now !== now)
      this.#shown = { state, now, passed: orElse(() => this.at(now), state) }
    return this.#shown.passed
  }

  /** The state at an instant (virtual ms) as a seed has it. */
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

/** Names the contents of a service in every state. */
export const contentsOf = (service: CheckedService): ContentsOf<OwnContents> => ({
  name: service.name,
  empty: () => new OwnContents(service),
})

/** A text that is a time, and nothing else: "{{now+30s}}". A backslash before it keeps the rest as it is. */
const TIME = /^(\\*)\{\{\s*now\s*([+-][^{}\s]+)?\s*\}\}$/

/**
 * Makes the state of the data of a seed: its times become virtual ms.
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

/** Writes a state as a seed has it: a text that looks like a time there gets a backslash. */
const escaped = (state: JsonState): object =>
  JSON.parse(JSON.stringify(state), (_, value) =>
    typeof value === 'string' && TIME.test(value) ? `\\${value}` : value,
  )
