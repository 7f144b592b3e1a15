import { connectWithin } from '../../client/connect.js'
import type { EmulatorClient } from '../../client/emulator-client.js'
import { EmulatorError } from '../../client/error.js'
import type { RequestDetails } from '../../index.js'
import { Failure } from '../failure.js'
import { whyOptions } from '../options/options.js'
import { type CommandInput, readValues } from '../options/values.js'
import { counted } from '../output/format.js'
import type { Style, Terminal } from '../terminal.js'
import { keyLines } from '../why/key-text.js'
import { presentLines, whyLines } from '../why/why-text.js'

/** How long one answer may take. A moment long ago takes as long as the run up to it, without its pauses. */
export const ANSWER_MS = 30_000

/**
 * `emulator why [REQUEST|PLACE/KEY]`: why the last refused request, or the one that is named, was answered as
 * it was; or why a key is there or not.
 */
export async function why({ args, given }: CommandInput, { env, out }: Terminal): Promise<number> {
  const { url, 'admin-token': adminToken } = readValues(whyOptions, given, env)
  const asked = askedIn(args[0], url)
  const emulator = connectWithin(ANSWER_MS, asked.base, adminToken === undefined ? {} : { adminToken })
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

/** What `why` is asked for: a request, or a key of a namespace or store. */
type WhySubject =
  | { readonly base: string; readonly id: string | undefined; readonly key?: undefined }
  | { readonly base: string; readonly place: string; readonly key: string }

/**
 * A request of a world is named with it, as `emulator exec` does: "w1/r4"; a key with its namespace or store.
 */
function askedIn(named: string | undefined, url: string): WhySubject {
  if (named === undefined) return { base: url, id: undefined }
  const [, place, name = ''] = /^(?:([^/]+)\/)?(.+)$/.exec(named) ?? []
  if (place === undefined) return { base: url, id: name }
  if (!/^r\d+$/.test(name)) return { base: url, place, key: name }
  return { base: `${url}/_worlds/${encodeURIComponent(place)}`, id: name }
}

/** The last request that was refused or met a fault; a sentence if there is none. */
async function lastRefused(emulator: EmulatorClient): Promise<RequestDetails | string> {
  const requests = await emulator.requests()
  const last = requests.find(({ outcome, fault }) => outcome !== 'ok' || fault !== undefined)
  if (last !== undefined) return emulator.request(last.id)
  const others = 'npx tristore-emulator why w1/r4 asks for one of the world w1'
  if (requests.length === 0) return `No request came to ${emulator.baseUrl}; ${others}`
  return `None of ${counted(requests.length, 'request')} to ${emulator.baseUrl} was refused; ${others}`
}

/** The Failure for a call that an emulator did not answer as it was to. */
export function answerFailure({ status, code, message }: EmulatorError, url: string): Failure {
  if (status !== 0 || code !== 'no_emulator') return new Failure(message)
  return new Failure(
    `no emulator answers at ${url}: start one with \`npx tristore-emulator\`, or name another address by --url or EMULATOR_URL`,
  )
}
