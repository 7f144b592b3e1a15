import { RequestCommand } from '../api/command.js'
import { splitTarget } from '../api/context.js'
import { decodeSegment, route } from '../api/route.js'
import { monthKey, parseInstant } from '../core/instants.js'
import { isRecord } from '../core/objects.js'
import type { AdminCommand } from '../domain/command.js'
import type { State } from '../domain/state.js'
import { changedPlaces, comeOrGone } from './changed-places.js'
import { configPlace, entryPlace, recordPlace } from './list-places.js'
import type { Ran, WorldCommand } from './replay.js'
import {
  counterPlaces,
  databaseKeyPlaces,
  type Part,
  type Place,
  type PlaceValue,
  readingOf,
  usageOf,
  type View,
  viewOf,
} from './view.js'

/** A value that is followed from command to command. */
interface Followed {
  readonly place: Place
  /** What it was after the last command. */
  reading: PlaceValue
  /** What made it so: undefined if it is what it was at first. */
  by: string | undefined
}

/** Finds out which command made a value what it is: the last one after which it was another than before. */
export class Attribution {
  /** By path. */
  readonly #values = new Map<string, Followed>()
  readonly #parts = new Map<Part | undefined, Followed[]>()
  #lastClockCommand: string | undefined
  /** The state after the last call of which it is not known ahead what it changes. */
  #state: State
  /** What was found to be changed since. */
  #since = new Set<Followed>()

  /** @param begin the world before the first command */
  constructor(places: readonly Place[], begin: View) {
    this.#state = begin.state
    for (const place of places) this.#add(place, begin)
  }

  /** Looks at what a command can have changed. */
  note({ command, world }: Ran): void {
    this.#look(command, viewOf(world))
  }

  /** Ends with the world after all commands: what changed after the last one, time did. */
  settle(end: View): void {
    const makerOf = ({ place }: Followed, text: string | undefined) => {
      if (text === undefined) return 'expiry'
      return place.part === 'clock' ? 'time' : (this.#lastClockCommand ?? 'time')
    }
    this.#follow(this.#values.values(), end, makerOf)
  }

  /** What made the value at a path what it is; undefined if nothing did. */
  by(path: string): string | undefined {
    return this.#values.get(path)?.by
  }

  #add(place: Place, begin: View): void {
    const value: Followed = { place, reading: readingOf(place, begin), by: undefined }
    this.#values.set(place.path, value)
    const part = this.#parts.get(place.part)
    if (part === undefined) this.#parts.set(place.part, [value])
    else part.push(value)
  }

  #look(command: WorldCommand, view: View): void {
    const { id } = command
    const isRequest = command instanceof RequestCommand
    const touched = isRequest ? this.#byRequest(command, view) : this.#byCall(command, view)
    if (view.clock.now !== command.at) this.#lastClockCommand = id
    const makerOf = (before: Followed, text: string | undefined) =>
      text === undefined && hasExpired(before, view.clock.now) ? 'expiry' : id
    this.#follow(touched, view, makerOf)
  }

  /** Compares only what the request names, since there may be many keys and many requests. */
  #byRequest(command: RequestCommand, { state, clock }: View): readonly Followed[] {
    const [path] = splitTarget(command.target)
    const { operation, ...found } = route(command.method, path)
    const faults = this.#of('faults')
    if (operation === undefined || !('segments' in found)) return faults
    const [resource = '', key] = found.segments.map((segment) => decodeSegment(segment) ?? '')
    if (operation.interface === 'documents') {
      const created = (['documents', 'projects'] as const).map((name) =>
        recordPlace(name, String(state[name].lastId)),
      )
      const sent = databaseKeyPlaces(command.header('x-api-key') ?? '')
      return [...faults, ...this.#known([...sent, ...created])]
    }
    if (operation.interface === 'config') {
      return [...faults, ...this.#known(key === undefined ? [] : [configPlace(resource, key)])]
    }
    const counters = counterPlaces(resource, monthKey(clock.now)).map(([, place]) => place)
    const entries = key === undefined ? [] : [entryPlace(resource, key)]
    return [...faults, ...this.#known([...counters, ...entries])]
  }

  #byCall({ change: { area, id = '', call } }: AdminCommand, { state }: View): Iterable<Followed> {
    switch (area) {
      case 'clock':
      case 'profile':
      case 'faults':
        return this.#of(area)
      case 'documents':
      case 'projects':
        return this.#known([recordPlace(area, id === '' ? String(state[area].lastId) : id)])
      default: {
        const entry = /\/(namespaces|stores)\/[^/]+\/entries\/([^/]+)$/.exec(call.path)
        if (entry === null) return this.#changed(state, area === 'state')
        const place = area === 'namespaces' ? entryPlace : configPlace
        return this.#known([place(id, decodeURIComponent(entry[2] ?? ''))])
      }
    }
  }

  /** What may have changed since the last call of this kind: all of it if times count from another origin. */
  #changed(state: State, isWholeWorld: boolean): Iterable<Followed> {
    const [before, after] = [this.#state, state.fork()]
    this.#state = after
    // What others changed since, this call may have changed back.
    const changed = this.#since
    this.#since = new Set()
    if (before.origin !== after.origin) return this.#values.values()
    const add = (value: Followed) => void changed.add(value)
    if (isWholeWorld) for (const part of PARTS) for (const item of this.#of(part)) add(item)
    for (const id of comeOrGone(before, after)) for (const item of this.#of(usageOf(id))) add(item)
    for (const { path } of changedPlaces(before, after)) {
      const value = this.#values.get(path)
      if (value !== undefined) changed.add(value)
    }
    return changed
  }

  /** Notes what values are in a view, and what made those so that are others than they were. */
  #follow(
    values: Iterable<Followed>,
    view: View,
    makerOf: (value: Followed, text: string | undefined) => string,
  ): void {
    for (const value of values) {
      const reading = readingOf(value.place, view, value.reading)
      if (reading.text !== value.reading.text) {
        value.by = makerOf(value, reading.text)
        this.#since.add(value)
      }
      value.reading = reading
    }
  }

  #of(part: Part): readonly Followed[] {
    return this.#parts.get(part) ?? []
  }

  #known(places: readonly Place[]): readonly Followed[] {
    return places.flatMap(({ path }) => this.#values.get(path) ?? [])
  }
}

const PARTS: readonly Part[] = ['clock', 'profile', 'faults']

/** An entry that was no longer live when a command met it. */
function hasExpired({ reading: { value } }: Followed, now: number): boolean {
  const expiresAt = isRecord(value) ? value.expiresAt : undefined
  if (typeof expiresAt !== 'string' && typeof expiresAt !== 'number') return false
  return (parseInstant(expiresAt) ?? Number.POSITIVE_INFINITY) <= now
}
