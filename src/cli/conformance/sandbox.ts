import { sendByFetch } from '../../../conformance/http-client.js'
import type {
  GeneratedGroup,
  LimitedNamespace,
  Need,
  Scope,
  ServiceTime,
  Subject,
  SubjectSource,
} from '../../../conformance/subject.js'
import type { EmulatorClient } from '../../client/emulator-client.js'
import type { NamespacesClient, StoresClient } from '../../client/resources.js'
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

/** A world of an emulator's own in which every statement can be tried; closed, it is gone. */
export interface Sandbox extends SubjectSource, AsyncDisposable {
  close(): Promise<void>
}

/** How a sandbox is set. */
export interface SandboxOptions {
  /** Lower-case letters and digits that no other sandbox has: they are in every name. */
  readonly mark: string
  /** How many documents there are; the few that the statements need when left out. */
  readonly documents?: number
}

/** Enough for three pages of three. */
const DOCUMENTS = 9

const READY = 'ready'

/** Short of a second, and not round. */
const ODD_MS = 457

/**
 * Sets a sandbox beside what an emulator holds: a world forked from its present state, so that profile and time are
 * those of the emulator, and its own state stays untouched. Each session finds it as new: its time back, nothing used.
 *
 * @throws EmulatorError if the emulator cannot be reached or refuses
 */
export async function openSandbox(
  emulator: EmulatorClient,
  { mark, documents = DOCUMENTS }: SandboxOptions,
): Promise<Sandbox> {
  const world = await emulator.world({ id: `conform-${mark}`, from: 'current' })
  try {
    const names = sandboxNames(mark, documents)
    await world.state.merge(sandboxSeed(names))
    // Injected failures are not behaviour of the service.
    await world.faults.clear()
    await leaveWholeSecond(world)
    await world.snapshots.take(READY)
    const tokens = await tokensOf(world)
    let sessions = 0
    const close = (): Promise<void> => world.close()
    return {
      async subjectFor(needs) {
        await world.snapshots.restore(READY)
        if (needs.includes('ratelimit')) await world.state.merge(RATE_LIMITED)
        sessions += 1
        return subjectOn(world, names, tokens, `t${mark}${sessions}`, needs)
      },
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await world.close()
    throw error
  }
}

interface OwnerTokens {
  readonly owner: string
  readonly stranger: string
}

/** Tokens by the claim that names the owner in this world. */
async function tokensOf(world: EmulatorClient): Promise<OwnerTokens> {
  const { ownerClaim } = (await world.profile.get()).auth
  return {
    owner: await world.tokens.create({ claims: { [ownerClaim]: OWNER } }),
    stranger: await world.tokens.create({ claims: { [ownerClaim]: STRANGER } }),
  }
}

function subjectOn(
  world: EmulatorClient,
  names: SandboxNames,
  tokens: OwnerTokens,
  prefix: string,
  needs: readonly Need[],
): Subject {
  const groupOf = (id: string) => ({ id, keys: keysOf(id) })
  const fresh: LimitedNamespace[] = [
    { ...groupOf(names.smallNamespace), bearer: tokens.owner, limits: SMALL_LIMITS },
  ]
  return {
    send: sendByFetch(world.fetch),
    prefix,
    baseUrl: world.baseUrl,
    dbBaseUrl: world.dbBaseUrl,
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
    time: virtualTime(world),
    async limited() {
      const namespace = fresh.pop()
      if (namespace === undefined) throw new Error('a sandbox has one small namespace a session')
      return namespace
    },
    async fill(what, id, keys) {
      const entries = keys.map((key) => ({
        key,
        value: 'filled',
        ...(what === 'store' ? {} : { ttlSeconds: 600 }),
      }))
      await world.state.merge({ version: 1, [`${what}s`]: [{ id, entries }] })
    },
    generate: async (what) => {
      const made = { name: 'conform-trial', owner: OWNER }
      if (what === 'store') return withKeys(world.stores, (await world.stores.create(made)).id)
      return withKeys(world.namespaces, (await world.namespaces.create({ ...made, limits: AMPLE_LIMITS })).id)
    },
    signToken: (claims) => world.tokens.create({ claims }),
    async provoke(status) {
      await world.faults.add({ status, times: 1 })
    },
  }
}

/** Makes two keys of each scope. */
async function withKeys(group: NamespacesClient | StoresClient, id: string): Promise<GeneratedGroup> {
  const made = async (scope: Scope) => (await group.createKey(id, { scope })).key
  const two = async (scope: Scope) => [await made(scope), await made(scope)] as const
  return { id, keys: { read: await two('read'), write: await two('write'), admin: await two('admin') } }
}

/** On a whole second, an instant that lost its milliseconds would pass for an exact one. */
async function leaveWholeSecond({ clock }: EmulatorClient): Promise<void> {
  const { now } = await clock.get()
  if (now % 1000 === 0) await clock.set(now + ODD_MS)
}

/** The frozen virtual clock: exact, and moved as far as wanted. */
function virtualTime({ clock }: EmulatorClient): ServiceTime {
  const now = async () => (await clock.get()).now
  return {
    now,
    skewMs: 0,
    reachMs: Number.POSITIVE_INFINITY,
    async pass(ms) {
      await clock.set((await now()) + ms)
    },
  }
}
