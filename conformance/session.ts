/** A session with a service, used to judge a statement or to observe a gap. Removes everything it wrote. */

import type { Scope } from '../src/contract/values.js'
import { StatementSkip } from './check.js'
import { baseOf, type Headers, type HttpExchange, sendRequest, withBearer, withKey } from './http-client.js'
import { NEEDS } from './needs.js'
import { DatabaseCalls } from './session-database.js'
import type { EntryGroup, LimitedNamespace, Need, ServiceTime, ServiceUnderTest } from './subject.js'

/** Calls on the entries of a namespace or store. They use the narrowest key that's sufficient by default. */
export class Entries {
  readonly url: string

  constructor(
    protected readonly session: Session,
    readonly group: EntryGroup,
    path: 'kv' | 'ec' = 'ec',
  ) {
    this.url = `${address(session.subject)}/v1/${path}/${encodeURIComponent(group.id)}`
  }

  get id(): string {
    return this.group.id
  }

  /** Returns the credential with this scope. Skips the statement if there isn't one. */
  as(scope: Scope): Headers {
    return this.withOneOf([scope])
  }

  get reading(): Headers {
    return this.withOneOf(['read', 'admin'])
  }

  get writing(): Headers {
    return this.withOneOf(['write', 'admin'])
  }

  protected get listing(): Headers {
    return this.reading
  }

  /** The body is sent unchanged. */
  async put(key: string, body: unknown, headers = this.writing): Promise<HttpExchange> {
    const answer = await this.call('PUT', key, { headers, body })
    if (answer.status >= 200 && answer.status < 300)
      this.session.pendingCleanup.set(this.address(key), headers)
    return answer
  }

  /** Upserts an entry, using only members that are in the contract. */
  set(key: string, value: unknown, headers = this.writing): Promise<HttpExchange> {
    return this.put(key, this.bodyOf(value), headers)
  }

  protected bodyOf(value: unknown): object {
    return { value }
  }

  get(key: string, headers = this.reading): Promise<HttpExchange> {
    return this.call('GET', key, { headers })
  }

  async delete(key: string, headers = this.writing): Promise<HttpExchange> {
    const answer = await this.call('DELETE', key, { headers })
    if (answer.status >= 200 && answer.status < 300) this.session.pendingCleanup.delete(this.address(key))
    return answer
  }

  /** Reads a path below the namespace or store. It's sent unchanged. */
  getPath(path: string, headers = this.reading): Promise<HttpExchange> {
    return this.send({ method: 'GET', url: `${this.url}/${path}`, headers })
  }

  /** Sends a request for an entry that isn't in the contract, with a read-only key. */
  unshown(key: string): Promise<HttpExchange> {
    return this.call('PATCH', key, { headers: this.reading })
  }

  /** Lists the keys (A, with a bearer token) or all entries (B, with a key). */
  list(headers = this.listing): Promise<HttpExchange> {
    return this.send({ method: 'GET', url: this.url, headers })
  }

  private call(method: string, key: string, parts: { readonly headers: Headers; readonly body?: unknown }) {
    return this.send({ method, url: this.address(key), ...parts })
  }

  protected send(request: Parameters<typeof sendRequest>[1]): Promise<HttpExchange> {
    return sendRequest(this.session.subject.send, request)
  }

  private address(key: string): string {
    return `${this.url}/${encodeURIComponent(key)}`
  }

  private withOneOf(scopes: readonly Scope[]): Headers {
    for (const scope of scopes) {
      const key = this.group.keys[scope]
      if (key !== undefined) return withKey(key)
    }
    throw new StatementSkip(`no ${scopes.join(' or ')} key of ${this.group.id}`)
  }
}

/** Long enough that nothing expires during a session, but short enough to get rid of leftover entries. */
const TTL_S = 600

export class KvEntries extends Entries {
  constructor(
    session: Session,
    group: EntryGroup,
    private readonly ownerToken: string | undefined,
  ) {
    super(session, group, 'kv')
  }

  protected override get listing(): Headers {
    return withBearer(offered(this.ownerToken, 'bearer'))
  }

  protected override bodyOf(value: unknown): object {
    return { value, ttlSeconds: TTL_S }
  }

  /** Gets the usage report, by default as the owner. */
  usage(headers = this.listing): Promise<HttpExchange> {
    const url = `${address(this.session.subject)}/v1/usage/${encodeURIComponent(this.id)}`
    return this.send({ method: 'GET', url, headers })
  }
}

/** A session with a subject. If the subject lacks something, using it skips the statement. */
export class Session {
  /** Addresses of entries that still have to be removed, with the credentials to do so. */
  readonly pendingCleanup = new Map<string, Headers>()
  private keys = 0
  readonly database: DatabaseCalls

  constructor(readonly subject: ServiceUnderTest) {
    this.database = new DatabaseCalls(subject)
  }

  /** Returns a key that has no entry yet. The first 999 keys have the same length. */
  readonly newKey = (): string => {
    this.keys += 1
    return `${this.subject.prefix}-${String(this.keys).padStart(3, '0')}`
  }

  /** A number that has no entry yet, as digits. It's exact as a double. */
  get number(): string {
    return String(Number.parseInt(this.subject.prefix.slice(1), 36) % 1e15)
  }

  get kv(): KvEntries {
    const namespace = offered(this.subject.namespace, 'kv')
    return new KvEntries(this, namespace, this.subject.bearer)
  }

  get foreignKv(): KvEntries {
    const namespace = offered(this.subject.foreignNamespace, 'kv.foreign')
    return new KvEntries(this, namespace, this.subject.strangerBearer)
  }

  /** A namespace with the service's default limits. */
  get unlimitedKv(): KvEntries {
    const namespace = offered(this.subject.unlimited, 'kv.default')
    return new KvEntries(this, namespace, namespace.bearer)
  }

  /** Returns the entries of any namespace, without a token for it. */
  kvOf(group: EntryGroup): KvEntries {
    return new KvEntries(this, group, undefined)
  }

  get store(): Entries {
    return this.storeOf(offered(this.subject.store, 'store'))
  }

  get foreignStore(): Entries {
    return this.storeOf(offered(this.subject.foreignStore, 'store.foreign'))
  }

  /** A namespace that doesn't exist, with credentials for the subject's own. */
  get absentKv(): KvEntries {
    const namespace = { id: `ns_absent_${this.subject.prefix}`, keys: this.subject.namespace?.keys ?? {} }
    return new KvEntries(this, namespace, this.subject.bearer)
  }

  /** A store that doesn't exist, with credentials for the subject's own. */
  get absentStore(): Entries {
    return this.storeOf({ id: `ec_absent_${this.subject.prefix}`, keys: this.subject.store?.keys ?? {} })
  }

  readonly limited = async (): Promise<{ kv: KvEntries; limits: LimitedNamespace['limits'] }> => {
    if (this.subject.limited === undefined) throw new StatementSkip(NEEDS.limited.what)
    const namespace = await this.subject.limited()
    return {
      kv: new KvEntries(this, namespace, namespace.bearer),
      limits: namespace.limits,
    }
  }

  get time(): ServiceTime {
    return offered(this.subject.time, 'time')
  }

  /** Waits for this many ms of the service's time. */
  readonly pass = async (ms: number): Promise<void> => {
    if (this.time.pass === undefined) throw new StatementSkip(NEEDS['time.pass'].what)
    await this.time.pass(ms)
  }

  /** Waits until this instant (Unix ms) has definitely passed on the service's clock. */
  readonly passUntil = async (instant: number): Promise<void> => {
    const waitMs = instant - (await this.time.now()) + this.time.skewMs
    if (waitMs > 0) await this.pass(waitMs)
  }

  /** Returns the header with a token for the owner, or for another user. */
  readonly bearerOf = (whose: 'owner' | 'stranger'): Headers => {
    const { bearer, strangerBearer } = this.subject
    return withBearer(
      whose === 'owner' ? offered(bearer, 'bearer') : offered(strangerBearer, 'bearer.stranger'),
    )
  }

  /** Removes everything that the session wrote. Failures are ignored, as they say nothing about the statement. */
  async cleanUp(): Promise<void> {
    for (const [url, headers] of this.pendingCleanup) {
      await sendRequest(this.subject.send, { method: 'DELETE', url, headers }).catch(() => undefined)
    }
    this.pendingCleanup.clear()
  }

  storeOf(group: EntryGroup): Entries {
    return new Entries(this, group)
  }
}

/** Returns a part of the subject. Skips the statement if it's missing. */
export function offered<Part>(part: Part | undefined, need: Need): Part {
  if (part === undefined) throw new StatementSkip(`needs ${NEEDS[need].what}`)
  return part
}

function address(subject: ServiceUnderTest): string {
  return baseOf(offered(subject.baseUrl, 'kv'))
}
