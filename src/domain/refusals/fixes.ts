import type { Operation } from '../../contract/operations.js'
import { ID_PREFIXES, INTEGER_MAX } from '../../contract/values.js'
import { readRequestId } from '../../core/command-id.js'
import { formatDuration } from '../../core/durations.js'
import { formatInstant, nextMonthStart } from '../../core/instants.js'
import { lengthProblem } from '../bounds.js'
import type { DecisionFacts } from '../decision-facts.js'
import { strangeCharacter } from '../profile/key-characters.js'
import type { Profile } from '../profile/profile.js'
import type { World } from '../world.js'

export interface FixCall {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the address of the admin interface and percent-encoded, e.g. "/state". */
  readonly path: string
  readonly body?: object
}

/**
 * One way to avoid the refusal. Make the call, then resend the request with the header, if there is one. With neither,
 * the text is all the advice there is.
 *
 * @example
 * const { explain } = await emulator.request('r1')
 * for (const { text, call } of explain.fixes) console.log(text, call)
 */
export interface Fix {
  /** An imperative sentence, e.g. "Raise the limit on reads to 21". */
  readonly text: string
  /** The admin call to make. The body of `PATCH /state` is written like a seed. */
  readonly call?: FixCall
  /** A header to replace. A placeholder such as `{token}` stands for that member of the call's answer. */
  readonly header?: readonly [name: string, value: string]
}

export interface RefusedOperation {
  readonly operation: Operation
  /** From the path, or an empty string. */
  readonly resource: string
  readonly key: string
  /** The API key, or the token's owner. Empty if a seed can't express either. */
  readonly credential: string
  /** Virtual ms when the request arrived. */
  readonly at: number
  readonly decision: DecisionFacts
  /** As of that time. */
  readonly profile: Profile
  readonly bodyIsTooLarge: boolean
  readonly header: (name: string) => string | undefined
  /** As of now. */
  readonly world: Pick<World, 'state' | 'history' | 'clock'>
}

export type FindFixes = (call: RefusedOperation) => readonly Fix[]

const merged = (text: string, seed: object): Fix => ({
  text,
  call: { method: 'PATCH', path: '/state', body: seed },
})

const seconds = (ms: number): number => Math.ceil(ms / 1000)

/** The name of the seed list that contains the service's namespaces or stores, if it has any. */
const listOf = ({ operation: { service }, world }: RefusedOperation): string | undefined =>
  world.state.contents.get(service)?.resources?.name

/** Merges fields into the requested namespace or store. */
function inResource(text: string, fields: object, call: RefusedOperation): readonly Fix[] {
  const [list, { resource: id }] = [listOf(call), call]
  return list === undefined ? [] : [merged(text, { [list]: [{ id, ...fields }] })]
}

const HEADERS = { 'scoped-key': 'X-KV-Key', 'database-key': 'X-API-Key' } as const

const CREDENTIALS_MAX = 6

export function otherCredentials(call: RefusedOperation): readonly Fix[] {
  const { operation, resource, credential: refused, world } = call
  const { credential, scope } = operation
  if (credential === 'bearer') return [ownersToken(call)]
  if (credential === 'none') return []
  const name = HEADERS[credential]
  const keys =
    credential === 'scoped-key'
      ? world.state.keysOf(resource).filter((key) => key.scope === 'admin' || key.scope === scope)
      : (world.state.contents.get(operation.service)?.keysFor?.(resource) ?? [])
  const others = keys.filter(({ key }) => key !== refused).slice(0, CREDENTIALS_MAX)
  if (others.length > 0)
    return others.map(({ key }) => ({ text: `Send ${name}: ${key}`, header: [name, key] }))
  return newKey(name, call)
}

function newKey(name: string, call: RefusedOperation): readonly Fix[] {
  const { operation, resource, world } = call
  const header = [name, '{key}'] as const
  const text = `Create a key and send it as ${name}`
  if (operation.credential === 'database-key') {
    return [{ text, call: { method: 'POST', path: '/database-keys', body: {} }, header }]
  }
  const list = world.state.resourcesWith(resource)?.name
  if (list === undefined) return [{ text: `Send a key of the namespace or store as ${name}` }]
  const path = `/${list}/${encodeURIComponent(resource)}/keys`
  return [{ text, call: { method: 'POST', path, body: { scope: operation.scope ?? 'read' } }, header }]
}

function ownersToken({ resource, profile, world }: RefusedOperation): Fix {
  const owner = world.state.resourcesWith(resource)?.ownerOf(resource)
  const { ownerClaim } = profile.auth
  const ofOwner = ownerClaim === 'sub' ? { sub: owner } : { claims: { [ownerClaim]: owner } }
  return {
    text: `Create a bearer token${owner === undefined ? '' : ` for ${owner}`} and send it`,
    call: { method: 'POST', path: '/tokens', body: owner === undefined ? {} : ofOwner },
    header: ['Authorization', 'Bearer {token}'],
  }
}

export function unknownCredential(call: RefusedOperation): readonly Fix[] {
  const { operation, credential: key, world } = call
  const others = otherCredentials(call)
  if (operation.credential === 'bearer' || key === '' || world.state.hasKey(key)) return others
  return [...others, ...widerKey(call, operation.scope ?? 'read', `Add the key ${key}`)]
}

export const narrowCredential: FindFixes = (call) => [
  ...otherCredentials(call),
  ...(call.credential === '' ? [] : widerKey(call, 'admin', `Let ${call.credential} do this`)),
]

function widerKey(call: RefusedOperation, scope: string, text: string): readonly Fix[] {
  const { operation, credential: key } = call
  if (operation.credential === 'database-key') return [merged(text, { database: { keys: [{ key }] } })]
  return inResource(text, { keys: [{ key, scope }] }, call)
}

export const keyForList: FindFixes = (call) => [
  ownersToken(call),
  merged('Let API keys list entries', { profile: { kv: { listWithScopedKey: 'allow' } } }),
]

export const foreignOwner: FindFixes = (call) => {
  const { credential: owner, resource } = call
  if (owner === '') return [ownersToken(call)]
  return [ownersToken(call), ...inResource(`Give ${resource} to ${owner}`, { owner }, call)]
}

export function missingResource(call: RefusedOperation): readonly Fix[] {
  const { operation, resource, credential, world } = call
  const prefix = ID_PREFIXES[operation.service]
  if (prefix !== undefined && (!resource.startsWith(prefix) || resource === prefix))
    return [{ text: `Use an id that begins with ${prefix}` }]
  if (lengthProblem(resource) !== undefined) return [{ text: 'Use a shorter id' }]
  const isNewKey = credential !== '' && !world.state.hasKey(credential)
  const fields =
    operation.credential === 'bearer'
      ? credential === ''
        ? {}
        : { owner: credential }
      : isNewKey
        ? { keys: [{ key: credential, scope: operation.scope ?? 'read' }] }
        : {}
  return inResource(`Create ${resource}`, fields, call)
}

/** For entries that a fix creates. */
const A_DAY_S = 86_400

/** Suggests creating the entry, or going back to before it was removed. */
export function missingEntry(call: RefusedOperation): readonly Fix[] {
  const { operation, key, decision } = call
  const entry = { key, value: true, ...(key.includes('{{') ? { literal: true } : {}) }
  const kept = operation.service === 'kv' ? { ...entry, ttlSeconds: A_DAY_S } : entry
  const put = key === '' ? [] : inResource(`Add ${key}`, { entries: [kept] }, call)
  const { absence } = decision
  if (typeof absence !== 'object') return put
  if ('expiredAt' in absence) return [...put, ...beforeInstant(absence.expiredAt - 1, call)]
  const { deletedBy } = absence
  return typeof deletedBy === 'string' ? put : [...put, ...beforeRequest(deletedBy.request, call)]
}

function beforeInstant(to: number, { world: { history, clock } }: RefusedOperation): readonly Fix[] {
  const start = history.oldest === 0 ? history.startedAt : (history.at(history.oldest)?.at ?? clock.now())
  if (to < start || to > clock.now()) return []
  return [undo('Go back to 1 ms before it expired, undoing everything since', formatInstant(to))]
}

function beforeRequest(text: string, { world: { history } }: RefusedOperation): readonly Fix[] {
  const id = readRequestId(text)
  if (id === undefined || history.find(id) === undefined) return []
  return [undo(`Go back to before ${id} deleted it, undoing everything since`, id)]
}

const undo = (text: string, to: string): Fix => ({
  text,
  call: { method: 'POST', path: '/undo', body: { to } },
})

export function missingRecord({ resource }: RefusedOperation): readonly Fix[] {
  const digits = String(BigInt(resource))
  const id = Number.isSafeInteger(Number(digits)) ? Number(digits) : digits
  return [merged(`Create document ${digits}`, { database: { documents: [{ id, title: 'A title' }] } })]
}

export function usedQuota(call: RefusedOperation): readonly Fix[] {
  const { operation, at, decision } = call
  const { counts = 'reads' } = operation
  const { quotaUsed = 0, quotaLimit = 0 } = decision
  const limit = Math.min(2 * Math.max(quotaUsed, quotaLimit) + 1, INTEGER_MAX)
  const month = formatInstant(nextMonthStart(at))
  return [
    ...inResource(`Raise the limit on ${counts} to ${limit}`, { limits: { [counts]: limit } }, call),
    {
      text: `Go to the next month, ${month}`,
      call: { method: 'POST', path: '/clock', body: { to: 'next-month' } },
    },
  ]
}

export function usedStorage(call: RefusedOperation): readonly Fix[] {
  const { storedAfter: storageBytes = 0 } = call.decision
  const text = `Raise the storage limit to ${storageBytes} bytes`
  return inResource(text, { limits: { storageBytes } }, call)
}

export function usedRate({ decision: { rateFreeInMs, rateLimit } }: RefusedOperation): readonly Fix[] {
  const lift: Fix = {
    text: 'Lift the rate limit',
    call: { method: 'PATCH', path: '/database', body: { rateLimit: null } },
  }
  if (rateFreeInMs === undefined || rateLimit === 0) return [lift]
  const advance = seconds(rateFreeInMs)
  const text = `Go to the end of the window, ${formatDuration(advance * 1000)} ahead`
  return [{ text, call: { method: 'POST', path: '/clock', body: { advance } } }, lift]
}

export const otherBody: FindFixes = ({ operation: { body } }) => [
  { text: body === undefined ? 'Send no body' : `Send a JSON object such as ${body}` },
]

const withLimits = (text: string, limits: Partial<Profile['limits']>): Fix =>
  merged(text, { profile: { limits } })

export function tooLarge({
  operation,
  bodyIsTooLarge,
  profile: { limits },
}: RefusedOperation): readonly Fix[] {
  if (bodyIsTooLarge)
    return limits.bodyBytes === null
      ? [{ text: 'Send a shorter body' }]
      : [withLimits('Allow bodies up to 64 MiB', { bodyBytes: null })]
  return operation.body === undefined || limits.valueBytes === null
    ? [{ text: 'Request less at once, such as a page with limit=10' }]
    : [withLimits('Allow values of any size', { valueBytes: null })]
}

export function strangeKey({ key, profile: { limits } }: RefusedOperation): readonly Fix[] {
  const { keyBytes, keyCharacters } = limits
  if (lengthProblem(key) !== undefined) return [{ text: 'Send a shorter key' }]
  const isTooLong = keyBytes !== null && Buffer.byteLength(key) > keyBytes
  const isStrange = keyCharacters !== null && strangeCharacter(key, keyCharacters) !== undefined
  return [
    withLimits('Allow such keys', {
      ...(isTooLong ? { keyBytes: null } : {}),
      ...(isStrange ? { keyCharacters: null } : {}),
    }),
  ]
}

export const otherMediaType: FindFixes = ({ header }) =>
  header('content-encoding') === undefined
    ? [
        {
          text: 'Send Content-Type: application/json',
          header: ['Content-Type', 'application/json'],
        },
      ]
    : [{ text: 'Send the body as plain JSON text, without Content-Encoding' }]
