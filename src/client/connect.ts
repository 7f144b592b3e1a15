import { deniedText } from '../core/denied.js'
import { isTooManyFiles, TOO_MANY_FILES_OPEN } from '../core/too-many-files.js'
import { type Addresses, type Ask, baseAddress, NO_EMULATOR, type Transport } from './admin-client.js'
import { answerText } from './bounded-answer.js'
import { type EmulatorClient, emulatorClient } from './emulator-client.js'
import { EmulatorError } from './error.js'
import { passProxy } from './loopback-proxy.js'
import { rebase } from './rebase.js'

/**
 * @example
 * const options: ConnectOptions = { adminToken: process.env.EMULATOR_ADMIN_TOKEN ?? '' }
 */
export interface ConnectOptions {
  /** The emulator's `--admin-token`. */
  readonly adminToken?: string | undefined
  /** Only needed if the document database has a port of its own (`--db-port`). */
  readonly dbBaseUrl?: string | undefined
}

/**
 * Creates a client for an emulator in another process or in a container. It doesn't connect until you make a call, and
 * closing it leaves the emulator running.
 *
 * @param url an emulator, or a world such as `http://127.0.0.1:4600/_worlds/w1`. The address of the admin interface or
 * dashboard works, too
 * @example
 * const emulator = connectEmulator('http://127.0.0.1:4600')
 * await emulator.reset()
 */
export function connectEmulator(url: string | URL, options: ConnectOptions = {}): EmulatorClient {
  return connectWithin(CALL_MS, url, options)
}

/** Same as `fetch`'s timeout for headers, but it includes the body and also works with fake timers. */
const CALL_MS = 300_000

interface BoundedOptions extends ConnectOptions {
  readonly callMs: number
}

/** @param callMs timeout for each call, in real ms */
export function connectWithin(callMs: number, url: string | URL, given: ConnectOptions = {}): EmulatorClient {
  const options = { ...given, callMs }
  const baseUrl = baseOf(url)
  const dbBaseUrl = options.dbBaseUrl === undefined ? baseUrl : baseOf(options.dbBaseUrl)
  passProxy(baseUrl)
  return emulatorClient(
    transportTo({ baseUrl, dbBaseUrl, adminUrl: `${baseUrl}/_admin` }, options),
    async () => {},
  )
}

function transportTo(addresses: Addresses, options: BoundedOptions): Transport {
  return {
    addresses,
    ask: askByFetch(addresses, options),
    async fetch(input, init) {
      const url = rebase(input, addresses)
      // Don't keep a reference to `fetch`, since loading it takes 25 ms at startup and tests may mock it later.
      if (!(input instanceof Request)) return fetch(url, init)
      return fetch(new Request(url, new Request(input, init)))
    },
    toWorld: ({ id, baseUrl, dbBaseUrl, adminUrl }) => {
      // The emulator can't know which local port is mapped to its database port.
      const database =
        options.dbBaseUrl === undefined ? dbBaseUrl : `${baseOf(options.dbBaseUrl)}/_worlds/${id}`
      return transportTo({ baseUrl, dbBaseUrl: database, adminUrl }, options)
    },
  }
}

function askByFetch({ adminUrl }: Addresses, { adminToken, callMs }: BoundedOptions): Ask {
  const authorization = adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` }
  return async ({ method, path, query = '', body }) => {
    const url = `${adminUrl}${path}${query === '' ? '' : `?${query}`}`
    const sent = body === undefined ? {} : { body }
    const call = `${method} /_admin${path}`
    const signal = AbortSignal.timeout(callMs)
    try {
      // Don't follow redirects, as they may lead to a different program and turn a POST into a GET.
      const init = { method, headers: authorization, redirect: 'manual', signal, ...sent } as const
      const response = await fetch(url, init)
      const location = response.headers.get('location')
      if (isRedirect(response.status) && location !== null) throw redirected(call, response.status, location)
      const type = response.headers.get('content-type') ?? ''
      return { status: response.status, text: await answerText(response, call), type }
    } catch (error) {
      if (error instanceof EmulatorError) throw error
      throw signal.aborted ? late(call, adminUrl, callMs) : unreachable(call, adminUrl, error)
    }
  }
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400

function redirected(call: string, status: number, location: string): EmulatorError {
  const message = `${NO_EMULATOR.message}: it redirects to ${location}`
  return new EmulatorError(call, { status, ...NO_EMULATOR, message })
}

function late(call: string, adminUrl: string, callMs: number): EmulatorError {
  return new EmulatorError(call, {
    status: 0,
    code: 'no_answer',
    message: `${new URL(adminUrl).origin} has not answered within ${callMs / 1000} s`,
    hint: "stop it and start another: it hangs, or isn't an emulator",
  })
}

function unreachable(call: string, adminUrl: string, cause: unknown): EmulatorError {
  const reason: unknown = Object(cause).cause
  const message = isTooManyFiles(reason) ? TOO_MANY_FILES_OPEN : deniedText(reason)
  if (message !== undefined)
    return new EmulatorError(call, { status: 0, code: 'internal_error', message }, { cause })
  const { origin } = new URL(adminUrl)
  const refused = {
    status: 0,
    code: 'no_emulator',
    message: `nothing answers at ${origin}`,
    hint: `start one with \`npx tristore-emulator --port ${new URL(adminUrl).port || 80}\``,
  }
  return new EmulatorError(call, refused, { cause })
}

function baseOf(address: string | URL): string {
  const base = baseAddress(address)
  if (base !== undefined) return base
  throw new EmulatorError('connectEmulator', {
    status: 0,
    code: 'invalid_request',
    message: `${JSON.stringify(String(address))} is not an address`,
    hint: 'use one such as "http://127.0.0.1:4600"',
  })
}
