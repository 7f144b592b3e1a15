import { RequestCommand } from '../api/command.js'
import { splitTarget } from '../api/context.js'
import { decodeSegment, route } from '../api/route.js'
import { monthKey, parseInstant } from '../core/instants.js'
import { isRecord } from '../core/objects.js'
import { inTurns, Slice, type Steps } from '../core/steps.js'
import type { AdminCommand } from '../domain/command.js'
import { configPlace, entryPlace, recordPlace } from './list-places.js'
import type { Ran } from './replay.js'
import {
  counterPlaces,
  databaseKeyPlaces,
  type Group,
  groupOf,
  itemsOf,
  type Place,
  textOf,
  type View,
  viewOf,
} from './view.js'

/** A value that is followed from command to command. */
interface Followed {
  readonly place: Place
  /** What it was behind the last command. */
  text: string | undefined
  /** What made it so: undefined where it is what it was at first. */
  by: string | undefined
}

/** Finds out which command made a value what it is: the last one behind which it was another than before. */
export class Attribution {
  /** By path. Each further map of so many would grow in the same slice, which takes 10 ms for 100,000. */
  readonly #values = new Map<string, Followed>()
  readonly #groups = new Map<Group, Followed[]>()
  #lastClockCommand: string | undefined

  private constructor() {}

  /** @param begin the world ahead of the first command */
  static *of(places: Iterable<Place>, begin: View): Steps<Attribution> {
    const attribution = new Attribution()
    const slice = new Slice()
    for (const place of places) {
      const { text } = attribution.#add(place, begin)
      if (slice.spend(1 + itemsOf(text))) yield
    }
    return attribution
  }

  /** Looks at what a command can have changed. */
  note({ command, world }: Ran): void | Promise<void> {
    const view = viewOf(world)
    const touched =
      command instanceof RequestCommand ? this.#byRequest(command, view) : this.#byCall(command, view)
    if (!(command instanceof RequestCommand) && command.change.area === 'clock')
      this.#lastClockCommand = command.id
    return inTurns(this.#compare(touched, view, command.id))
  }

  /** Ends with the world behind all commands: what changed behind the last one, time did. */
  settle(end: View): Steps<void> {
    const makerOf = ({ place }: Followed, text: string | undefined) => {
      if (text === undefined) return 'expiry'
      return place.group === 'clock' ? 'time' : (this.#lastClockCommand ?? 'time')
    }
    return follow(this.#values.values(), end, makerOf)
  }

  /** What made the value at a path what it is; undefined where nothing did. */
  by(path: string): string | undefined {
    return this.#values.get(path)?.by
  }

  #add(place: Place, begin: View): Followed {
    const value: Followed = { place, text: textOf(place.read(begin)), by: undefined }
    this.#values.set(place.path, value)
    const group = this.#groups.get(place.group)
    if (group === undefined) this.#groups.set(place.group, [value])
    else group.push(value)
    return value
  }

  #compare(values: readonly Followed[], view: View, id: string): Steps<void> {
    const makerOf = ({ text: before }: Followed, text: string | undefined) =>
      text === undefined && hasExpired(before, view.clock.now) ? 'expiry' : id
    return follow(values, view, makerOf)
  }

  /** Of what there may be many of, such as keys, no more than the request names: there may be many requests, too. */
  #byRequest(command: RequestCommand, { state, clock }: View): readonly Followed[] {
    const [path] = splitTarget(command.target)
    const { operation, ...found } = route(command.method, path)
    const faults = this.#of('faults')
    if (operation === undefined || !('segments' in found)) return faults
    const [resource = '', key] = found.segments.map((segment) => decodeSegment(segment) ?? '')
    if (operation.interface === 'C') {
      const created = (['documents', 'projects'] as const).map((name) =>
        recordPlace(name, String(state[name].lastId)),
      )
      const sent = databaseKeyPlaces(command.header('x-api-key') ?? '')
      return [...faults, ...this.#known([...sent, ...created])]
    }
    if (operation.interface === 'B') {
      return [...faults, ...this.#known(key === undefined ? [] : [configPlace(resource, key)])]
    }
    const counters = counterPlaces(resource, monthKey(clock.now))
    const entries = key === undefined ? [] : [entryPlace(resource, key)]
    return [...faults, ...this.#known([...counters, ...entries])]
  }

  #byCall({ change: { area, id = '', call } }: AdminCommand, { state }: View): readonly Followed[] {
    const entry = /\/(namespaces|stores)\/[^/]+\/entries\/([^/]+)$/.exec(call.path)
    switch (area) {
      case 'state':
        return [...this.#values.values()]
      case 'clock':
      case 'profile':
      case 'faults':
        return this.#of(area)
      case 'database':
      case 'database-keys':
        return this.#of('database')
      case 'documents':
      case 'projects':
        return this.#known([recordPlace(area, id === '' ? String(state[area].lastId) : id)])
      case 'namespaces':
      case 'stores': {
        // Of one that is made the id is not known ahead.
        if (id === '') return [...this.#values.values()].filter(({ place }) => place.group.startsWith('of '))
        if (entry === null) return this.#of(groupOf(id))
        const place = area === 'namespaces' ? entryPlace : configPlace
        return this.#known([place(id, decodeURIComponent(entry[2] ?? ''))])
      }
      default:
        return []
    }
  }

  #of(group: Group): readonly Followed[] {
    return this.#groups.get(group) ?? NONE
  }

  #known(places: readonly Place[]): readonly Followed[] {
    return places.flatMap(({ path }) => this.#values.get(path) ?? NONE)
  }
}

const NONE: readonly Followed[] = []

/** Notes what values are in a view, and what made those so that are others than they were. */
function* follow(
  values: Iterable<Followed>,
  view: View,
  makerOf: (value: Followed, text: string | undefined) => string,
): Steps<void> {
  const slice = new Slice()
  for (const value of values) {
    const text = textOf(value.place.read(view))
    if (text !== value.text) {
      value.by = makerOf(value, text)
      value.text = text
    }
    if (slice.spend(1 + itemsOf(text))) yield
  }
}

/** An entry that was no longer live when a command met it. */
function hasExpired(text: string | undefined, now: number): boolean {
  const entry: unknown = text === undefined ? undefined : JSON.parse(text)
  if (!isRecord(entry)) return false
  const { expiresAt } = entry
  if (typeof expiresAt !== 'string' && typeof expiresAt !== 'number') return false
  return (parseInstant(expiresAt) ?? Number.POSITIVE_INFINITY) <= now
}
