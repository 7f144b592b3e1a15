import { connectWithin } from '../../client/connect.js'
import type { EmulatorClient } from '../../client/emulator-client.js'
import { EmulatorError } from '../../client/error.js'
import { readRequestId } from '../../core/command-id.js'
import { formatInstant } from '../../core/instants.js'
import { printable } from '../../core/printable.js'
import type { RequestDetails } from '../../index.js'
import { Failure, FOUND_WRONG } from '../failure.js'
import { whyOptions } from '../options/options.js'
import { type CommandInput, readValues } from '../options/values.js'
import { counted } from '../output/format.js'
import type { Style, Terminal } from '../terminal.js'
import { presentLines, whyLines } from '../why/why-text.js'

/** Timeout for each call, in ms. Restoring an old state takes as long as the run did up to then, minus its pauses. */
export const ANSWER_MS = 30_000

/**
 * Implements `emulator why [REQUEST|PLACE/KEY]`. Explains the response to the given request or to the last one that was
 * rejected, or why a key exists or doesn't.
 */
export async function why({ args, given }: CommandInput, { env, out }: Terminal): Promise<number> {
  const { url, 'admin-token': adminToken } = readValues(whyOptions, given, env)
  const asked = askedIn(args[0], url)
  const emulator = connectWithin(ANSWER_MS, asked.base, { adminToken })
  try {
    const lines =
      asked.key === undefined
        ? await requestLines(emulator, asked.id, out.style)
        : await keyLines(emulator, asked.place, asked.key)
    out.write(lines.map((line) => `${line}\n`).join(''))
    return 0
  } catch (error) {
    throw error instanceof EmulatorError ? answerFailure(error, url) : error
  }
}

async function requestLines(
  emulator: EmulatorClient,
  id: string | undefined,
  style: Style,
): Promise<string[]> {
  const found = id === undefined ? await lastRefused(emulator) : await emulator.request(id)
  if (typeof found === 'string') return [found]
  const { adminUrl } = emulator
  return whyLines(found, { adminUrl, present: await presentLines(found, emulator), style })
}

type WhySubject =
  | { readonly base: string; readonly id: string | undefined; readonly key?: undefined }
  | { readonly base: string; readonly place: string; readonly key: string }

/** Parses a request id in the format that `emulator exec` prints, e.g. "w1/r4", or a namespace or store and its key. */
function askedIn(named: string | undefined, url: string): WhySubject {
  if (named === undefined) return { base: url, id: undefined }
  const [, place, name = ''] = /^(?:([^/]+)\/)?(.+)$/.exec(named) ?? []
  const isRequest = readRequestId(name) !== undefined
  if (place === undefined && !isRequest)
    throw new Failure(
      `${printable(name)} is neither a request such as r4 nor a key such as ns_demo_starter/cart`,
    )
  if (place === undefined) return { base: url, id: name }
  if (!isRequest) return { base: url, place, key: name }
  return { base: `${url}/_worlds/${encodeURIComponent(place)}`, id: name }
}

/** Returns the last request that was refused or hit by a fault, or a message if there's none. */
async function lastRefused(emulator: EmulatorClient): Promise<RequestDetails | string> {
  const requests = await emulator.requests()
  const last = requests.find(({ outcome, fault }) => outcome !== 'ok' || fault !== undefined)
  if (last !== undefined) return emulator.request(last.id)
  const others = 'npx tristore-emulator why w1/r4 explains one in the world w1'
  if (requests.length === 0) return `No requests have reached ${emulator.baseUrl}; ${others}`
  return `None of ${counted(requests.length, 'request')} to ${emulator.baseUrl} was refused; ${others}`
}

export function answerFailure({ status, code, message }: EmulatorError, url: string): Failure {
  if (status !== 0 || code !== 'no_emulator') return new Failure(message)
  return new Failure(
    `no emulator answers at ${url}: start one with \`npx tristore-emulator\`, or give another address with --url or EMULATOR_URL`,
  )
}

type LifeEvents = Awaited<ReturnType<EmulatorClient['namespaces']['entries']['history']>>
type LifeEvent = LifeEvents[number]

/**
 * Explains in up to three lines why a key exists or doesn't: when that last changed, which request changed it, and what
 * the next reader got.
 *
 * @throws Failure if no request in the log used the key
 */
async function keyLines(emulator: EmulatorClient, place: string, key: string): Promise<string[]> {
  const isStore = (await emulator.stores.list()).some(({ id }) => id === place)
  const { entries } = isStore || place.startsWith('ec_') ? emulator.stores : emulator.namespaces
  const events = await entries.history(place, key)
  const name = `${place}/${key}`
  const turn = events.findLast(({ kind }) => kind !== 'read' && kind !== 'missed' && kind !== 'expires')
  if (turn === undefined) {
    const isKnown = isStore || (await emulator.namespaces.list()).some(({ id }) => id === place)
    return neverThere(name, events, isKnown ? '' : `; there is no namespace or store ${place}`)
  }
  const isThere = turn.kind === 'written'
  const next = events.slice(events.indexOf(turn) + 1).find(({ kind }) => kind !== 'expires')
  const end = events.find(({ kind }) => kind === 'expires')
  const written = events.findLast(({ kind }) => kind === 'written')
  return [
    `${name} ${isThere ? 'exists' : 'does not exist'}: ${eventText(turn)}.`,
    ...(isThere && end !== undefined ? [`It expires at ${formatInstant(end.at)}.`] : []),
    ...(isThere || written === undefined ? [] : [`It was ${eventText(written)}.`]),
    next === undefined ? 'No request has used it since.' : `Then ${whoOf(next)} ${next.kind} it.`,
  ]
}

/** @throws Failure if nobody tried to read the key, either */
function neverThere(name: string, events: LifeEvents, hint: string): string[] {
  const last = events.at(-1)
  if (last === undefined) {
    throw new Failure(`nothing in the log wrote, read or removed ${name}${hint}`, FOUND_WRONG)
  }
  return [
    `${name} does not exist: nothing in the log wrote it.`,
    `Most recently, ${whoOf(last)} ${last.kind} it at ${formatInstant(last.at)}.`,
  ]
}

function eventText(event: LifeEvent): string {
  const at = formatInstant(event.at)
  // After old requests are dropped, this isn't the seed any more.
  if (event.by === 'start') return `already there when the log began, at ${at}`
  return `${event.kind} at ${at}${event.kind === 'expired' ? '' : ` by ${whoOf(event)}`}`
}

const whoOf = ({ by, credential }: LifeEvent): string =>
  credential === undefined ? by : `${by} (${credential})`
