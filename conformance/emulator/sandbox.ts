import type { Scope } from '../../src/contract/values.js'
import type { Send } from '../http-client.js'
import { sendByFetch } from '../send.js'
import type {
  GeneratedGroup,
  LimitedNamespace,
  Need,
  ServiceTime,
  ServiceUnderTest,
  SubjectSource,
} from '../subject.js'
import { Admin, AdminRefusal, textIn } from './admin.js'
import {
  AMPLE_LIMITS,
  keysOf,
  LONG_ID,
  OWNER,
  RATE_LIMITED,
  type SandboxNames,
  SMALL_LIMITS,
  SMALL_RATE_LIMIT,
  STRANGER,
  sandboxNames,
  sandboxSeed,
} from './sandbox-seed.js'

/** A world in an emulator where every statement can be tried. Closing the sandbox removes it. */
export interface Sandbox extends SubjectSource, AsyncDisposable {
  close(): Promise<void>
}

export interface EmulatorAddress {
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
}

export interface SandboxOptions {
  /** Lower-case letters and digits, unique to this sandbox. Every name contains it. */
  readonly mark: string
  /** Number of documents. Defaults to the minimum that the statements need. */
  readonly documents?: number
  readonly adminToken?: string
  /** The document database's address, if it can't be reached at the one the emulator knows. */
  readonly dbBaseUrl?: string
  /** Sends requests. Defaults to the emulator's `fetch`. */
  readonly send?: Send
}

/** Enough for three pages of three. */
const DOCUMENTS = 9

const READY = 'ready'

/** Less than a second, and not a round number. */
const ODD_MS = 457

interface World {
  readonly baseUrl: string
  readonly dbBaseUrl: string
  readonly send: Send
  readonly admin: Admin
  readonly names: SandboxNames
  readonly tokens: OwnerTokens
}

/**
 * Creates a sandbox by forking the emulator's current world, with its profile and time. The original world isn't
 * changed. Every session starts with a fresh sandbox, with its time reset and nothing used up.
 *
 * @throws AdminRefusal, and whatever `send` throws if there's no answer
 */
export async function openSandbox(
  { baseUrl, fetch }: EmulatorAddress,
  { mark, documents = DOCUMENTS, adminToken, dbBaseUrl, send = sendByFetch(fetch) }: SandboxOptions,
): Promise<Sandbox> {
  const id = `conform-${mark}`
  const made = await new Admin(baseUrl, send, adminToken).call('POST', '/worlds', { id, from: 'current' })
  const worldUrl = textIn(made, 'baseUrl')
  // The emulator doesn't know which port leads to its database from here.
  const databaseUrl = dbBaseUrl === undefined ? textIn(made, 'dbBaseUrl') : `${dbBaseUrl}/_worlds/${id}`
  const admin = new Admin(worldUrl, send, adminToken)
  const close = () => removeWorld(admin, id)
  try {
    const names = sandboxNames(mark, documents)
    await admin.call('PATCH', '/state', sandboxSeed(names))
    // Remove faults, since an injected failure says nothing about the service.
    await admin.call('DELETE', '/faults')
    await leaveWholeSecond(admin)
    await admin.call('POST', '/snapshots', { name: READY })
    const tokens = await tokensOf(admin)
    const world = { baseUrl: worldUrl, dbBaseUrl: databaseUrl, send, admin, names, tokens }
    let sessions = 0
    return {
      async subjectFor(needs) {
        await admin.call('POST', `/snapshots/${READY}/restore`)
        if (needs.includes('ratelimit')) await admin.call('PATCH', '/state', RATE_LIMITED)
        sessions += 1
        return subjectOn(world, `t${mark}${sessions}`, needs)
      },
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Removes a world. It's fine if it no longer exists. */
async function removeWorld(admin: Admin, id: string): Promise<void> {
  try {
    await admin.call('DELETE', `/worlds/${id}`)
  } catch (error) {
    if (!(error instanceof AdminRefusal && error.status === 404)) throw error
  }
}

interface OwnerTokens {
  readonly owner: string
  readonly stranger: string
}

/** Creates tokens that use the owner claim of this world. */
async function tokensOf(admin: Admin): Promise<OwnerTokens> {
  const { auth } = await admin.call('GET', '/profile')
  const ownerClaim = textIn(auth, 'ownerClaim')
  return {
    owner: await signed(admin, { [ownerClaim]: OWNER }),
    stranger: await signed(admin, { [ownerClaim]: STRANGER }),
  }
}

const signed = async (admin: Admin, claims: object): Promise<string> =>
  textIn(await admin.call('POST', '/tokens', { claims }), 'token')

function subjectOn(
  { baseUrl, dbBaseUrl, send, admin, names, tokens }: World,
  prefix: string,
  needs: readonly Need[],
): ServiceUnderTest {
  const groupOf = (id: string) => ({ id, keys: keysOf(id) })
  const fresh: LimitedNamespace[] = [
    { ...groupOf(names.smallNamespace), bearer: tokens.owner, limits: SMALL_LIMITS },
  ]
  return {
    send,
    prefix,
    baseUrl,
    dbBaseUrl,
    namespace: groupOf(names.namespace),
    foreignNamespace: groupOf(names.foreignNamespace),
    unlimited: { id: names.defaultNamespace, keys: {}, bearer: tokens.owner },
    misnamed: names.misnamed,
    bearer: tokens.owner,
    strangerBearer: tokens.stranger,
    store: groupOf(names.store),
    foreignStore: groupOf(names.foreignStore),
    database: {
      key: names.databaseKey,
      mayCreate: true,
      scoped: {
        key: names.scopedKey,
        seen: names.documents[0] ?? '',
        hidden: names.documents.at(-1) ?? '',
      },
      scopedToProject: { key: names.blindKeys[0], seen: names.projects[1], hidden: names.projects[0] },
      longIds: { documents: LONG_ID, projects: LONG_ID },
      blindKeys: names.blindKeys,
      ...(needs.includes('ratelimit') ? { rateLimit: SMALL_RATE_LIMIT } : {}),
    },
    time: virtualTime(admin),
    async limited() {
      const namespace = fresh.pop()
      if (namespace === undefined) throw new Error('a sandbox has one small namespace per session')
      return namespace
    },
    async fill(what, id, keys) {
      const entries = keys.map((key) => ({
        key,
        value: 'filled',
        ...(what === 'store' ? {} : { ttlSeconds: 600 }),
      }))
      await admin.call('PATCH', '/state', { version: 1, [`${what}s`]: [{ id, entries }] })
    },
    async generate(what) {
      const limits = what === 'store' ? {} : { limits: AMPLE_LIMITS }
      const made = await admin.call('POST', `/${what}s`, { name: 'conform-trial', owner: OWNER, ...limits })
      return withKeys(admin, `/${what}s`, textIn(made, 'id'))
    },
    signToken: (claims) => signed(admin, claims),
    async provoke(status) {
      await admin.call('POST', '/faults', { status, times: 1 })
    },
  }
}

async function withKeys(admin: Admin, group: string, id: string): Promise<GeneratedGroup> {
  const made = async (scope: Scope) =>
    textIn(await admin.call('POST', `${group}/${id}/keys`, { scope }), 'key')
  const two = async (scope: Scope) => [await made(scope), await made(scope)] as const
  return { id, keys: { read: await two('read'), write: await two('write'), admin: await two('admin') } }
}

/** On a whole second, a clock without milliseconds would look exact. */
async function leaveWholeSecond(admin: Admin): Promise<void> {
  const now = await readClock(admin)
  if (now % 1000 === 0) await admin.call('POST', '/clock', { set: now + ODD_MS })
}

/** Returns Unix ms. */
const readClock = async (admin: Admin): Promise<number> => Number((await admin.call('GET', '/clock')).now)

/** The sandbox's frozen clock, which is exact and can be moved to any time. */
function virtualTime(admin: Admin): ServiceTime {
  return {
    now: () => readClock(admin),
    skewMs: 0,
    reachMs: Number.POSITIVE_INFINITY,
    async pass(ms) {
      await admin.call('POST', '/clock', { advance: `${ms}ms` })
    },
  }
}
