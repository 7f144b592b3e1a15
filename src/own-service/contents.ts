import { readDurationMs } from '../core/moment.js'
import type { ContentsOf, ServiceContents } from '../domain/state.js'
import type { CheckedService } from './check.js'
import { allDue, passTime } from './due.js'
import { type JsonState, jsonState, NotJson } from './json-state.js'

/** What a service of one's own keeps in a world. */
export class OwnContents implements ServiceContents {
  /** The data of a seed that the state was made of, as long as nothing changed it: its times move with the origin. */
  #seeded: object | undefined
  #state: JsonState
  /** Virtual ms of the last request. */
  #settledAt = Number.NEGATIVE_INFINITY

  constructor(private readonly service: CheckedService) {
    this.#state = service.initial
  }

  /**
   * The state once everything has happened that is due.
   *
   * @param now virtual ms
   * @throws DueProblem; whatever `due` and `onDue` throw
   */
  at(now: number): JsonState {
    return passTime(this.service, this.#state, { since: this.#settledAt, now })
  }

  /** Keeps the state after a request. `now` in virtual ms. */
  keep(state: JsonState, now: number): void {
    if (state !== this.#state) this.#seeded = undefined
    this.#state = state
    this.#settledAt = now
  }

  /**
   * Begins with the data of a seed.
   *
   * @param origin what its times count from, in virtual ms
   * @throws NotJson
   */
  load(data: object, origin: number): void {
    const state = filled(data, origin)
    this.#state = jsonState(state)
    this.#seeded = state === data ? undefined : data
    this.#settledAt = Number.NEGATIVE_INFINITY
  }

  /** The state at an instant (virtual ms), to look at: as it is if what is due then fails. */
  shownAt(now: number): JsonState {
    try {
      return this.at(now)
    } catch {
      return this.#state
    }
  }

  /** The state as a seed has it. */
  show(): object {
    return escaped(this.#state)
  }

  fork(origin: number): OwnContents {
    const fork = new OwnContents(this.service)
    if (this.#seeded !== undefined) fork.load(this.#seeded, origin)
    else {
      fork.#state = this.#state
      fork.#settledAt = this.#settledAt
    }
    return fork
  }

  sizes() {
    return {}
  }

  expiring(after: number, upTo: number) {
    const { name } = this.service
    return allDue(this.service, this.#state)
      .filter(({ at }) => at > after && at <= upTo)
      .map(({ name: key, at }) => ({ namespace: name, key, at }))
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
 * Fills in the times of seed data, in virtual ms.
 *
 * @returns the data itself if it has none
 * @throws NotJson for a time that cannot be read
 */
export function filled(data: object, origin: number): object {
  let hasTimes = false
  const copy = mapTexts(data, (text) => {
    const [, backslashes, offset = '+0s'] = TIME.exec(text) ?? []
    if (backslashes === undefined) return text
    hasTimes = true
    if (backslashes !== '') return text.slice(1)
    const ms = readDurationMs(offset)
    if (ms === undefined) throw new NotJson(`expected a time such as {{now+30s}}, found ${text}`)
    return origin + ms
  })
  return hasTimes ? copy : data
}

/** Writes a state as a seed has it: a text that looks like a time there gets a backslash. */
const escaped = (state: JsonState): object =>
  mapTexts(state, (text) => (TIME.test(text) ? `\\${text}` : text))

const mapTexts = (data: object, change: (text: string) => unknown): object =>
  JSON.parse(JSON.stringify(data), (_, value) => (typeof value === 'string' ? change(value) : value))
