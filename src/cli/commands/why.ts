import { connectWithin } from '../../client/connect.js'
import type { EmulatorClient } from '../../client/emulator-client.js'
import { EmulatorError } from '../../client/error.js'
import type { RequestDetails } from '../../index.js'
import { Failure } from '../failure.js'
import type { CommandInput } from '../options/command.js'
import { readValues } from '../options/values.js'
import { whyOptions } from '../options/why-options.js'
import { counted } from '../output/format.js'
import { styleOf } from '../output/style.js'
import type { Terminal } from '../terminal.js'
import { presentLines } from '../why/present.js'
import { whyLines } from '../why/why-text.js'

/** How long one answer may take. That of a moment long ago takes as long as the run up to it, without its pauses. */
const ANSWER_MS = 30_000

/** `emulator why [REQUEST]`: why the last refused request, or the one that is named, was answered as it was. */
export async function why({ args, given }: CommandInput, { env, out }: Terminal): Promise<number> {
  const { url, 'admin-token': adminToken } = readValues(whyOptions, given, env)
  const { id, base } = addressed(args[0], url)
  const emulator = connectWithin(ANSWER_MS, base, adminToken === undefined ? {} : { adminToken })
  try {
    const found = id === undefined ? await lastRefused(emulator) : await emulator.request(id)
    const lines =
      typeof found === 'string'
        ? [found]
        : whyLines(found, emulator.adminUrl, await presentLines(found, emulator), styleOf(out, env))
    out.write(lines.map((line) => `${line}\n`).join(''))
    return 0
  } catch (error) {
    throw error instanceof EmulatorError ? failureOf(error, url) : error
  }
}

/** A request of a world is named with it, as `emulator exec` does: "w1/r4". */
function addressed(request: string | undefined, url: string): { id: string | undefined; base: string } {
  const [, world, id] = /^(?:([^/]+)\/)?([^/]+)$/.exec(request ?? '') ?? []
  if (request !== undefined && id === undefined) {
    throw new Failure(
      `${JSON.stringify(request)} names no request: write r4, or w1/r4 for one of the world w1`,
    )
  }
  return { id, base: world === undefined ? url : `${url}/_worlds/${encodeURIComponent(world)}` }
}

/** The last request that was refused or met a fault; a sentence where there is none. */
async function lastRefused(emulator: EmulatorClient): Promise<RequestDetails | string> {
  const requests = await emulator.requests()
  const last = requests.find(({ outcome, fault }) => outcome !== 'ok' || fault !== undefined)
  if (last !== undefined) return emulator.request(last.id)
  const others = 'npx tristore-emulator why w1/r4 asks for one of the world w1'
  if (requests.length === 0) return `No request came to ${emulator.baseUrl}; ${others}`
  return `None of ${counted(requests.length, 'request')} to ${emulator.baseUrl} was refused; ${others}`
}

function failureOf({ status, code, message }: EmulatorError, url: string): Failure {
  if (status !== 0 || code !== 'no_emulator') return new Failure(message)
  return new Failure(
    `no emulator answers at ${url}: start one with \`emulator\`, or name another address by --url or EMULATOR_URL`,
  )
}
