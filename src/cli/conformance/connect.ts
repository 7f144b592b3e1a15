import { customAlphabet } from 'nanoid'
import { connectEmulator } from '../../client/connect.js'
import { EmulatorError } from '../../client/error.js'
import type { Host } from '../../conformance/host.js'
import { type Send, sendByFetch } from '../../conformance/http-client.js'
import { type Means, offeredParts, outsideHost } from '../../conformance/outside.js'
import { Failure } from '../failure.js'
import type { ScopedKey } from '../options/kinds.js'
import type { Values } from '../options/options.js'
import type { visitOptions } from '../options/service-options.js'
import type { Terminal } from '../terminal.js'
import { openStage, type Stage, type StageOptions } from './sandbox.js'
import type { Patience } from './wait.js'

type Settings = Values<typeof visitOptions>

/** A visit to a service, to be closed when it is over. */
export interface Visit {
  readonly host: Host
  /** The address that the person gave. */
  readonly address: string
  /** Whether it is an emulator: then a world of its own was made on it. */
  readonly isEmulator: boolean
  close(): Promise<void>
}

/**
 * Arranges a visit to the service at the given addresses: on an emulator in a world of its own, which has all that is
 * asked for and leaves the emulator's state alone; elsewhere with the credentials at hand.
 *
 * @param documents how many documents there are to be in the world
 * @throws Failure for settings that do not fit together, a service that does not answer, one that wants an admin token
 */
export async function arrangeVisit(
  settings: Settings,
  terminal: Terminal,
  patience: Patience,
  documents?: number,
): Promise<Visit> {
  const means = meansOf(settings)
  const address = means.baseUrl ?? means.dbBaseUrl
  if (address === undefined) {
    throw new Failure('say where the service is: --base-url http://127.0.0.1:4600, and --db-base-url URL')
  }
  holdTogether(settings, PAIRS)
  const mark = customAlphabet('abcdefghijklmnopqrstuvwxyz0123456789', 6)()
  if (await isEmulator(address)) {
    const stage = await stageAt(address, settings, {
      mark,
      ...(documents === undefined ? {} : { documents }),
    })
    return { host: withGiven(stage, means), address, isEmulator: true, close: stage.close }
  }
  holdTogether(settings, PLACED)
  holdSomething(means)
  const send = reaching(sendByFetch())
  const wait = settings.wait === true ? { wait: patience.wait } : {}
  const host = outsideHost(means, mark, { send, now: () => terminal.now(), ...wait })
  return { host, address, isEmulator: false, close: async () => {} }
}

function meansOf(settings: Settings): Means {
  const { namespace, store, bearer, create } = settings
  const { 'base-url': baseUrl, 'db-base-url': dbBaseUrl, 'db-key': databaseKey } = settings
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(dbBaseUrl === undefined ? {} : { dbBaseUrl }),
    ...(namespace === undefined ? {} : { namespace: { id: namespace, keys: byScope(settings['kv-key']) } }),
    ...(store === undefined ? {} : { store: { id: store, keys: byScope(settings['store-key']) } }),
    ...(bearer === undefined ? {} : { bearer }),
    ...(databaseKey === undefined ? {} : { databaseKey }),
    mayCreate: create === true,
  }
}

const byScope = (keys: readonly ScopedKey[] = []) =>
  Object.fromEntries(keys.map(({ scope, key }) => [scope, key]))

/** Each of these means nothing without the other. */
const PAIRS = [
  ['kv-key', 'namespace', 'the namespace that it opens'],
  ['bearer', 'namespace', 'a namespace that its bearer owns'],
  ['store-key', 'store', 'the store that it opens'],
] as const
const PLACED = [
  ['namespace', 'base-url', 'where it is'],
  ['store', 'base-url', 'where it is'],
  ['db-key', 'db-base-url', 'where the database is'],
] as const

/** @throws Failure for an option that lacks its counterpart */
function holdTogether(settings: Settings, pairs: typeof PAIRS | typeof PLACED): void {
  for (const [option, other, what] of pairs) {
    if (settings[option] !== undefined && settings[other] === undefined) {
      throw new Failure(`--${option} needs --${other}, ${what}`)
    }
  }
}

/** @throws Failure where there is nothing to show to the service */
function holdSomething({ namespace, store, databaseKey }: Means): void {
  if (namespace !== undefined || store !== undefined || databaseKey !== undefined) return
  throw new Failure(
    'nothing can be tried there without credentials, for no emulator answers: add --namespace and --kv-key or ' +
      '--bearer, --store and --store-key, or --db-base-url and --db-key',
  )
}

/** @throws Failure where the emulator does not let it be done */
async function stageAt(address: string, settings: Settings, options: StageOptions): Promise<Stage> {
  const adminToken = settings['admin-token']
  const database = settings['base-url'] === undefined ? undefined : settings['db-base-url']
  const emulator = connectEmulator(address, {
    ...(adminToken === undefined ? {} : { adminToken }),
    ...(database === undefined ? {} : { dbBaseUrl: database }),
  })
  try {
    return await openStage(emulator, options)
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    if (error.status !== 401) throw new Failure(error.message)
    throw new Failure(
      adminToken === undefined
        ? 'this emulator asks for its admin token: add --admin-token T'
        : 'this emulator has another admin token: give --admin-token the one that it was started with',
    )
  }
}

/** The stage, with what the person gave in place of its own. */
function withGiven(stage: Host, means: Means): Host {
  return {
    async subjectFor(needs) {
      const subject = await stage.subjectFor(needs)
      const given = offeredParts({ ...means, mayCreate: true })
      if (given.namespace === undefined) return { ...subject, ...given }
      // The token and the key of ours are not of this namespace.
      const { bearer: _bearer, misnamedKey: _misnamedKey, ...rest } = subject
      return { ...rest, ...given }
    },
  }
}

/** How long a service may take for one answer, ms. */
const ANSWER_MS = 30_000

/**
 * Whether an emulator answers there. Of another service this asks for a path that it does not have, without a
 * credential.
 *
 * @throws Failure where nothing answers
 */
export async function isEmulator(address: string): Promise<boolean> {
  const response = await answerOf(address, () =>
    fetch(`${address}/_admin/health`, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) }),
  )
  const text = await answerOf(address, () => response.text())
  try {
    const health: unknown = JSON.parse(text)
    const { status, version } = Object(health)
    return response.ok && status === 'ok' && typeof version === 'string'
  } catch {
    return false
  }
}

/** The same port; where no answer comes, it rejects with a Failure that says so. */
export function reaching(send: Send): Send {
  return (request) => answerOf(new URL(request.url).origin, () => inTime(send(request)))
}

/** @throws Failure where no answer comes */
async function answerOf<T>(address: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new Failure(
      `nothing answers at ${address} (${reasonOf(error)}): is it running, and the address right?`,
    )
  }
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    answer.then(resolve, reject)
  })
}

/** What node:http and fetch say of a failed request: the code of its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1000} s`
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.message
}
