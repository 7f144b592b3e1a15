/** The service that a walk runs on, and a model of the contract in the same state. */

import { expectSuccess, read } from '../check.js'
import { type Headers, withBearer, withKey } from '../http-client.js'
import type { Json } from '../json.js'
import type { Bearer } from '../model/call.js'
import { usageOf } from '../model/kv.js'
import { changed, DEFAULTS, type ProfileChanges } from '../model/profile.js'
import { emptyState, type ModelNamespace, type ModelState } from '../model/state.js'
import type { Entries, KvEntries, Session } from '../session.js'
import type { EntryGroup } from '../subject.js'
import { Records } from './records.js'
import { type Caller, LONG, type PossibleSteps, type WalkResource, type WalkStep } from './steps.js'

/** The unusual keys and the longest value that the service accepts. */
interface AcceptedSizes {
  /** One for each unusual key, in order. */
  readonly hardKeys: readonly boolean[]
  /** The longest value that's accepted, in characters. */
  readonly valueLength: number
}

/** The gaps that the model depends on, as observed. A gap that's hidden is undefined. */
export interface ObservedGaps extends AcceptedSizes {
  readonly storageOf: 'key+value' | 'value' | undefined
  readonly expiredStorage: 'counted' | 'freed' | undefined
  readonly readTtl: 'original' | 'remaining' | 'remaining-floor' | undefined
  readonly createdAtOnUpsert: 'kept' | 'renewed' | undefined
}

/** A call's credential, both as sent and as the model sees it. */
export interface CallCredential {
  readonly headers: Headers
  readonly apiKey?: string
  readonly bearer?: Bearer
}

/** A namespace or store, and who can call it. */
export interface ResourceContext {
  readonly entries: Entries
  readonly isStore: boolean
  readonly callers: ReadonlyMap<Caller, CallCredential>
}

/** A step on an entry, a list or the usage report, with its indices resolved. */
export interface EntryCall {
  readonly step: Exclude<Extract<WalkStep, { in: unknown }>, { do: 'puts' }>
  readonly resource: ResourceContext
  readonly caller: CallCredential
  /** Empty for a list or report. */
  readonly key: string
}

/** Instants may differ by this many ms. It's `Infinity` if we don't know the service's time. */
export const toleranceOf = ({ subject: { time } }: Session): number =>
  time === undefined ? Number.POSITIVE_INFINITY : time.skewMs === 0 ? 0 : time.skewMs + 2000

export class WalkContext {
  /** Entry keys to choose from. There are only a few, so that steps affect each other. */
  readonly keys: readonly string[]
  readonly resources = new Map<WalkResource, ResourceContext>()
  /** The first observation, for calls that may or may not count because that's a gap. */
  readonly counted = new Map<string, number>()
  readonly tolerance: number

  private constructor(
    readonly session: Session,

    readonly learned: ObservedGaps,
    readonly state: ModelState,
    readonly records: Records | undefined,
  ) {
    this.tolerance = toleranceOf(session)
    const key = session.newKey()
    const hard = hardKeys(session, key)
    this.keys = [key, ...hard.map((one, at) => (learned.hardKeys[at] ? one : session.newKey()))]
  }

  /** Reads everything once, and puts the model into the same state. */
  static async survey(session: Session, learned: ObservedGaps): Promise<WalkContext> {
    const now = (await session.subject.time?.now()) ?? 0
    const state = emptyState({ now, mode: 'frozen', rate: 1 }, changed(DEFAULTS, profileOf(learned)))
    const records = await Records.survey(session)
    const context = new WalkContext(session, learned, state, records)
    const { subject } = session
    if (subject.namespace !== undefined) await context.addNamespace('own', session.kv, 'owner')
    if (subject.foreignNamespace !== undefined) {
      await context.addNamespace('foreign', session.foreignKv, 'stranger')
    }
    if (subject.limited !== undefined)
      await context.addNamespace('small', (await session.limited()).kv, 'owner')
    if (subject.store !== undefined) await context.addStore('store', session.store)
    if (subject.foreignStore !== undefined) await context.addStore('foreign store', session.foreignStore)
    return context
  }

  get reach(): PossibleSteps {
    const { subject } = this.session
    const isExact = subject.time?.pass !== undefined && this.tolerance === 0
    return {
      resources: new Map(
        [...this.resources].map(([resource, { callers }]) => [resource, [...callers.keys()]]),
      ),
      canPass:
        isExact &&
        this.learned.expiredStorage !== undefined &&
        subject.time?.reachMs === Number.POSITIVE_INFINITY,
      canRead: this.records !== undefined,
      valueLength: this.learned.valueLength,
      canCreate: this.records !== undefined && subject.database?.mayCreate === true,
    }
  }

  private async addNamespace(
    resource: WalkResource,
    kv: KvEntries,
    owner: 'owner' | 'stranger',
  ): Promise<void> {
    const namespace: ModelNamespace = { owner, limits: {}, usage: new Map(), entries: new Map() }
    this.state.namespaces.set(kv.id, namespace)
    const token = owner === 'owner' ? this.session.subject.bearer : this.session.subject.strangerBearer
    const other = owner === 'owner' ? this.session.subject.strangerBearer : this.session.subject.bearer
    const callers = this.callersOf(kv.group, resource)
    if (token !== undefined) {
      callers.set('owner', { headers: withBearer(token), bearer: { claims: { sub: owner } } })
      await this.note(kv, namespace)
    }
    if (other !== undefined) {
      callers.set('stranger', {
        headers: withBearer(other),
        bearer: { claims: { sub: 'somebody else' } },
      })
    }
    this.resources.set(resource, { entries: kv, isStore: false, callers })
  }

  /** Copies a namespace to the model. Lists it first, as that removes expired entries. */
  private async note(kv: KvEntries, { limits, entries, ...namespace }: ModelNamespace): Promise<void> {
    const list = read(expectSuccess(await kv.list())).member('keys')
    const report = read(expectSuccess(await kv.usage()))
    const limit = (name: string) => report.member('limits').member(name).integer()
    const used = (name: string) => report.member('usage').member(name).integer()
    Object.assign(limits, { reads: limit('reads'), writes: limit('writes'), lists: limit('lists') })
    Object.assign(limits, { storageBytes: limit('storageBytes') })
    Object.assign(usageOf(this.state, { limits, entries, ...namespace }), {
      reads: used('reads'),
      writes: used('writes'),
      deletes: used('deletes'),
      lists: used('lists'),
    })
    let bytes = used('storageBytes')
    for (const item of list.items()) {
      const key = item.member('key').string()
      const own = this.learned.storageOf === 'value' ? 0 : new TextEncoder().encode(key).length
      // We don't know the values of existing entries, so attribute all their bytes to the first one.
      entries.set(key, {
        text: ' '.repeat(Math.max(0, bytes - own)),
        ttlSeconds: item.member('ttlSeconds').integer(),
        createdAt: item.member('createdAt').instant(),
        expiresAt: item.member('expiresAt').integer(),
      })
      bytes = 0
    }
  }

  private async addStore(resource: WalkResource, store: Entries): Promise<void> {
    const entries = new Map<string, { text: string; updatedAt: number }>()
    this.state.stores.set(store.id, { owner: 'owner', entries })
    const callers = this.callersOf(store.group, resource)
    if (callers.has('read') || callers.has('admin')) {
      const list = read(expectSuccess(await store.list(callers.get('read')?.headers ?? store.as('admin'))))
      for (const item of list.member('configs').items()) {
        entries.set(item.member('key').string(), {
          text: textOf(item.member('value').json),
          updatedAt: item.member('updatedAt').instant(),
        })
      }
    }
    this.resources.set(resource, { entries: store, isStore: true, callers })
  }

  /** Returns the callers that have a key, and one without credentials. */
  private callersOf({ id, keys }: EntryGroup, resource: WalkResource): Map<Caller, CallCredential> {
    const callers = new Map<Caller, CallCredential>([['nobody', { headers: {} }]])
    const byKey = (caller: Caller, apiKey: string) =>
      callers.set(caller, { headers: withKey(apiKey), apiKey })
    for (const scope of ['read', 'write', 'admin'] as const) {
      const key = keys[scope]
      if (key === undefined) continue
      this.state.keys.set(key, { resource: id, scope })
      byKey(scope, key)
    }
    byKey('unknown', `kv_admin_${this.session.subject.prefix}nobodys`)
    const { namespace, foreignNamespace } = this.session.subject
    const foreign = (resource === 'foreign' ? namespace : foreignNamespace)?.keys.admin
    if (foreign !== undefined) byKey('foreign', foreign)
    return callers
  }
}

/** Keys that a service may refuse or confuse with each other. */
const hardKeys = (session: Session, key: string): readonly string[] => [
  `${key}.`,
  `0${session.number}`,
  session.number,
]

/** Finds out which unusual keys and long values the service accepts, as the contract has no limits for them. */
export async function acceptedBy(session: Session): Promise<AcceptedSizes> {
  const { namespace, store } = session.subject
  const resources = [namespace && session.kv, store && session.store].filter(
    (resource) => resource !== undefined,
  )
  const writable = resources.filter(({ group: { keys } }) => (keys.write ?? keys.admin) !== undefined)
  const isAccepted = async (key: string, value: unknown): Promise<boolean> => {
    for (const resource of writable) {
      if ((await resource.set(key, value)).status >= 400) return false
      await resource.delete(key)
    }
    return true
  }
  const key = session.newKey()
  const taken: boolean[] = []
  for (const hard of hardKeys(session, key)) taken.push(await isAccepted(hard, 1))
  return { hardKeys: taken, valueLength: (await isAccepted(key, 'x'.repeat(LONG))) ? LONG + 2 : 1000 }
}

/** Formats a value as JSON text, with all digits. */
function textOf(json: Json): string {
  switch (json.kind) {
    case 'object':
      return `{${[...json.members].map(([name, member]) => `${JSON.stringify(name)}:${textOf(member)}`).join()}}`
    case 'array':
      return `[${json.items.map(textOf).join()}]`
    case 'number':
      return json.digits
    case 'null':
      return 'null'
    default:
      return JSON.stringify(json.value)
  }
}

const profileOf = ({
  storageOf,
  expiredStorage,
  readTtl,
  createdAtOnUpsert,
}: ObservedGaps): ProfileChanges => ({
  kv: {
    ...(storageOf === undefined ? {} : { storageOf }),
    ...(expiredStorage === undefined ? {} : { expiredStorage }),
    ...(readTtl === undefined ? {} : { readTtl }),
    ...(createdAtOnUpsert === undefined ? {} : { createdAtOnUpsert }),
  },
})
