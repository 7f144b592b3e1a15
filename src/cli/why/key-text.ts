import type { EmulatorClient } from '../../client/emulator-client.js'
import { formatInstant } from '../../core/instants.js'
import { Failure, FOUND_WRONG } from '../failure.js'

type LifeEvents = Awaited<ReturnType<EmulatorClient['namespaces']['entries']['history']>>
type LifeEvent = LifeEvents[number]

/**
 * Why a key of a namespace or store is there or not, in three lines at most: when it began or ended, by whom, and what
 * its next reader got.
 *
 * @throws Failure if nothing in the log wrote, read or removed it
 */
export async function keyLines(emulator: EmulatorClient, place: string, key: string): Promise<string[]> {
  const isStore = (await emulator.stores.list()).some(({ id }) => id === place)
  const { entries } = isStore || place.startsWith('ec_') ? emulator.stores : emulator.namespaces
  const events = await entries.history(place, key)
  const name = `${place}/${key}`
  const turn = events.findLast(({ kind }) => kind !== 'read' && kind !== 'missed' && kind !== 'expires')
  if (turn === undefined) return neverThere(name, events)
  const isThere = turn.kind === 'written'
  const next = events.slice(events.indexOf(turn) + 1).find(({ kind }) => kind !== 'expires')
  const end = events.find(({ kind }) => kind === 'expires')
  const written = events.findLast(({ kind }) => kind === 'written')
  return [
    `${name} is ${isThere ? 'there' : 'not there'}: ${turn.kind} at ${formatInstant(turn.at)} by ${whoOf(turn)}.`,
    ...(isThere && end !== undefined ? [`It expires at ${formatInstant(end.at)}.`] : []),
    ...(isThere || written === undefined
      ? []
      : [`It was written at ${formatInstant(written.at)} by ${whoOf(written)}.`]),
    next === undefined ? 'Nobody has asked for it since.' : `Next, ${whoOf(next)} ${next.kind} it.`,
  ]
}

/** @throws Failure if nobody asked for it either */
function neverThere(name: string, events: LifeEvents): string[] {
  const last = events.at(-1)
  if (last === undefined) {
    throw new Failure(`nothing in the log wrote, read or removed ${name}`, FOUND_WRONG)
  }
  return [
    `${name} is not there: nothing in the log wrote it.`,
    `Last, ${whoOf(last)} ${last.kind} it at ${formatInstant(last.at)}.`,
  ]
}

const whoOf = ({ by, credential }: LifeEvent): string =>
  credential === undefined ? by : `${by} (${credential})`
