import { customAlphabet } from 'nanoid'
import { AdminRefusal } from '../emulator/admin.js'
import { openSandbox, type Sandbox } from '../emulator/sandbox.js'
import { BrokenAnswer, NoAnswerInTime, type Send } from '../http-client.js'
import { offeredParts, remoteSubjects, type ServiceCredentials } from '../remote.js'
import { sendByFetch, sendByHttp } from '../send.js'
import type { SubjectSource } from '../subject.js'
import type { Host } from './host.js'
import type { OptionValues } from './options.js'
import type { GivenKey, serviceOptions } from './service-options.js'
import { CannotRun } from './status.js'
import { type Waiting, waitingOn } from './wait.js'

interface Settings extends OptionValues<typeof serviceOptions> {
  readonly documents?: number
}

/** Thrown if nothing responds at the service's address, or it stopped responding. */
class NothingAnswers extends CannotRun {}

/** Returns true if the service doesn't respond, or stopped responding. */
export const isGone = (error: unknown): error is Error => error instanceof NothingAnswers

/** Must be closed. */
export interface ConnectedService {
  readonly source: SubjectSource
  /** The address that the user gave. */
  readonly address: string
  /** True if the service is an emulator, which gets a new world for this. */
  readonly isEmulator: boolean
  close(): Promise<void>
}

/**
 * Connects to a service, runs `tryOut`, and removes everything that it created.
 *
 * @throws CannotRun if it can't connect, or the user interrupts it
 */
export async function withService<T>(
  settings: Settings,
  host: Host,
  tryOut: (service: ConnectedService, waiting: Waiting) => Promise<T>,
): Promise<T> {
  const waiting = waitingOn(host)
  try {
    const service = await connect(settings, host, waiting)
    try {
      return await tryOut(service, waiting)
    } finally {
      await service.close().catch(unlessGone)
    }
  } finally {
    waiting.release()
  }
}

/** There's nothing to clean up on a service that has stopped. */
function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error
}

/**
 * Connects to a service. If it's an emulator, creates a world with everything that's needed, and leaves the other
 * worlds alone. On any other service, uses the credentials that the user gave.
 *
 * @throws CannotRun if settings contradict each other, the service doesn't respond, or the admin token is missing
 */
async function connect(settings: Settings, host: Host, waiting: Waiting): Promise<ConnectedService> {
  const credentials = credentialsOf(settings)
  const address = credentials.baseUrl ?? credentials.dbBaseUrl
  if (address === undefined) {
    throw new CannotRun(
      "specify the service's address with --base-url http://127.0.0.1:4600 and --db-base-url URL",
    )
  }
  assertTogether(settings, PAIRS)
  const mark = customAlphabet('abcdefghijklmnopqrstuvwxyz0123456789', 6)()
  const isOne = await isEmulator(address, waiting.stopped)
  waiting.assertNotStopped()
  if (isOne) {
    const sandbox = await sandboxAt(address, settings, mark)
    const source = withGiven(sandbox, credentials)
    return { source, address, isEmulator: true, close: sandbox.close }
  }
  assertTogether(settings, PLACED)
  assertAnyCredential(credentials)
  const send = reportingNoAnswer(sendByHttp())
  const wait = settings.wait === true ? { wait: waiting.wait } : {}
  const source = remoteSubjects(credentials, mark, { send, now: () => host.now(), ...wait })
  return { source, address, isEmulator: false, close: async () => {} }
}

function credentialsOf(settings: Settings): ServiceCredentials {
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

const byScope = (keys: readonly GivenKey[] = []) =>
  Object.fromEntries(keys.map(({ scope, key }) => [scope, key]))

/** Options that require another one, and the reason. */
const PAIRS = [
  ['kv-key', 'namespace', "the key's namespace"],
  ['bearer', 'namespace', "a namespace of the token's owner"],
  ['store-key', 'store', "the key's store"],
] as const
const PLACED = [
  ['namespace', 'base-url', 'its address'],
  ['store', 'base-url', 'its address'],
  ['db-key', 'db-base-url', 'the address of the database'],
] as const

/** @throws CannotRun if an option is given without the one it requires */
function assertTogether(settings: Settings, pairs: typeof PAIRS | typeof PLACED): void {
  for (const [option, other, what] of pairs) {
    if (settings[option] !== undefined && settings[other] === undefined) {
      throw new CannotRun(`--${option} needs --${other}, ${what}`)
    }
  }
}

/** @throws CannotRun if no credentials are given */
function assertAnyCredential({ namespace, store, databaseKey }: ServiceCredentials): void {
  if (namespace !== undefined || store !== undefined || databaseKey !== undefined) return
  throw new CannotRun(
    "this isn't an emulator, so credentials are needed: add --namespace and --kv-key or " +
      '--bearer, --store and --store-key, or --db-base-url and --db-key',
  )
}

/** @throws CannotRun if the admin token is wrong or missing, and AdminRefusal for other refusals */
async function sandboxAt(address: string, settings: Settings, mark: string): Promise<Sandbox> {
  const { documents } = settings
  const adminToken = settings['admin-token']
  const database = settings['base-url'] === undefined ? undefined : settings['db-base-url']
  const send = sendByHttp()
  try {
    return await openSandbox(
      { baseUrl: address, fetch },
      {
        mark,
        send: (request) => answerOf(address, () => send(request)),
        ...(documents === undefined ? {} : { documents }),
        ...(adminToken === undefined ? {} : { adminToken }),
        ...(database === undefined ? {} : { dbBaseUrl: database }),
      },
    )
  } catch (error) {
    if (!(error instanceof AdminRefusal && error.status === 401)) throw error
    throw new CannotRun(
      adminToken === undefined
        ? 'this emulator requires its admin token: add --admin-token T'
        : 'the admin token is wrong: use --admin-token with the one that the emulator was started with',
    )
  }
}

/** Replaces the sandbox's namespace, store and keys with the ones that the user gave. */
function withGiven(sandbox: SubjectSource, credentials: ServiceCredentials): SubjectSource {
  return {
    async subjectFor(needs) {
      const subject = await sandbox.subjectFor(needs)
      const given = offeredParts({ ...credentials, mayCreate: true })
      if (given.namespace === undefined) return { ...subject, ...given }
      // The sandbox's token and misnamed keys wouldn't work for the given namespace.
      const { bearer: _bearer, misnamed: _misnamed, ...rest } = subject
      return { ...rest, ...given }
    },
  }
}

/** Time to wait for an answer, in ms. */
const ANSWER_MS = 30_000

/**
 * Checks for an emulator with `GET /_admin/health`. To any other service, this is a request for an unknown path,
 * without credentials.
 *
 * @throws NothingAnswers
 */
async function isEmulator(address: string, stopped: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_MS), stopped])
  const send = sendByFetch((url, init) => fetch(url, { ...init, signal }))
  const asked = { method: 'GET', url: `${address}/_admin/health`, headers: {} }
  const answer = await answerOf(address, () => send(asked)).catch((error: unknown) => {
    if (!stopped.aborted) throw error
  })
  if (answer === undefined) return false
  try {
    const health: unknown = JSON.parse(answer.text)
    const { status, version } = Object(health)
    return answer.status === 200 && status === 'ok' && typeof version === 'string'
  } catch {
    return false
  }
}

/** Gives up on the service if this many answers in a row are late. */
const LATE_MAX = 5

/** Wraps `send` so that it throws `NothingAnswers`, or `NoAnswerInTime` if an answer takes too long. */
function reportingNoAnswer(send: Send): Send {
  let late = 0
  return (request) =>
    answerOf(new URL(request.url).origin, async () => {
      try {
        const answer = await inTime(send(request))
        late = 0
        return answer
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
        late += 1
        throw late < LATE_MAX ? new NoAnswerInTime(reasonOf(error)) : error
      }
    })
}

/** @throws NothingAnswers */
async function answerOf<T>(address: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const isKnown = error instanceof NoAnswerInTime || error instanceof BrokenAnswer || isGone(error)
    if (isKnown) throw error
    throw new NothingAnswers(
      `no response from ${address} (${reasonOf(error)}): is it running, and is the address correct?`,
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

/** Returns the error code of the cause if there is one. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1000} s`
  const { cause = error } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.message
}
