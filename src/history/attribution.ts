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
  type Place,
  type View,
  viewOf,
} from './view.js'

/** Finds out which command made a value what it is: the last one behind which it was another than before. */
export class Attribution {
  readonly #places = new Map<string, Place>()
  readonly #groups = new Map<Group, Place[]>()
  readonly #texts = new Map<string, string | undefined>()
  readonly #by = new Map<string, string>()
  #lastClockCommand: string | undefined

  private constructor() {}

  /** @param begin the world ahead of the first command */
  static *of(places: Iterable<Place>, begin: View): Steps<Attribution> {
    const attribution = new Attribution()
    yield* new Slice().each(places, (place) => attribution.#add(place, begin))
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

  /** What made each value what it is in the end, by its path: what changed behind the last command, time did. */
  *settled(end: View): Steps<ReadonlyMap<string, string>> {
    const slice = new Slice()
    yield* slice.each(this.#places.values(), (place) => {
      const text = JSON.stringify(place.read(end))
      if (text === this.#texts.get(place.path)) return
      const isGone = text === undefined
      this.#by.set(
        place.path,
        isGone ? 'expiry' : place.group === 'clock' ? 'time' : (this.#lastClockCommand ?? 'time'),
      )
    })
    return this.#by
  }

  #add(place: Place, begin: View): void {
    this.#places.set(place.path, place)
    this.#texts.set(place.path, JSON.stringify(place.read(begin)))
    addTo(this.#groups, place)
  }

  *#compare(places: readonly Place[], view: View, id: string): Steps<void> {
    yield* new Slice().each(places, (place) => {
      const before = this.#texts.get(place.path)
      const text = JSON.stringify(place.read(view))
      if (text === before) return
      this.#texts.set(place.path, text)
      this.#by.set(place.path, text === undefined && hasExpired(before, view.clock.now) ? 'expiry' : id)
    })
  }

  /** Of what there may be many of, such as keys, no more than the request names: there may be many requests, too. */
  #byRequest(command: RequestCommand, { state, clock }: View): readonly Place[] {
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

  #byCall({ change: { area, id = '', call } }: AdminCommand, { state }: View): readonly Place[] {
    const entry = /\/(namespaces|stores)\/[^/]+\/entries\/([^/]+)$/.exec(call.path)
    switch (area) {
      case 'state':
        return [...this.#places.values()]
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
        if (id === '') return [...this.#places.values()].filter(({ group }) => group.startsWith('of '))
        if (entry === null) return this.#of(groupOf(id))
        const place = area === 'namespaces' ? entryPlace : configPlace
        return this.#known([place(id, decodeURIComponent(entry[2] ?? ''))])
      }
      default:
        return []
    }
  }

  #of(group: Group): readonly Place[] {
    return this.#groups.get(group) ?? NONE
  }

  #known(places: readonly Place[]): readonly Place[] {
    return places.flatMap(({ path }) => this.#places.get(path) ?? NONE)
  }
}

const NONE: readonly Place[] = []

function addTo(groups: Map<Group, Place[]>, place: Place): void {
  const group = groups.get(place.group)
  if (group === undefined) groups.set(place.group, [place])
  else group.push(place)
}

/** An entry that was no longer live when a command met it. */
function hasExpired(text: string | undefined, now: number): boolean {
  const entry: unknown = text === undefined ? undefined : JSON.parse(text)
  if (!isRecord(entry)) return false
  const { expiresAt } = entry
  if (typeof expiresAt !== 'string' && typeof expiresAt !== 'number') return false
  return (parseInstant(expiresAt) ?? Number.POSITIVE_INFINITY) <= now
}
