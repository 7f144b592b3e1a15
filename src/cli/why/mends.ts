import type { Operation } from '../../contract/operations.js'
import type { ServiceRefusalCode } from '../../core/refusal.js'
import type { RequestDetails } from '../../index.js'
import { FAULT_HEADER } from '../../request/faults/fault.js'
import { decodeSegment, route } from '../../request/route.js'
import { MORE_MEMORY } from '../../wording/bound-options.js'

export interface Mend {
  /** The mend in words, if neither a seed nor a call is one. */
  readonly advice?: string
  /** The lines of a seed that mend it; merged into the present state they do the same. */
  readonly seed?: Readonly<Record<string, unknown>>
  readonly call?: {
    readonly method: 'POST' | 'PATCH' | 'DELETE'
    readonly path: string
    readonly body?: object
  }
}

interface Refused {
  readonly request: RequestDetails
  readonly operation: Operation
  /** The id of its namespace, store or record; empty if it names none. */
  readonly resource: string
  readonly key: string
  /** The API key as sent, or the owner of the token; empty if there was none. */
  readonly credential: string
  /** The number of this name at the check that refused it. */
  readonly number: (name: string) => number
}

type Mending = (refused: Refused) => Mend[]

const anotherRequest: Mending = () => [{ advice: 'send another request: no seed admits this one' }]
const anotherToken: Mending = () => [
  {
    advice:
      'send Authorization: Bearer with what `npx tristore-emulator token` prints; --sub names another owner',
  },
]
const anotherOperation = (): Mend[] => [
  { advice: 'GET /_admin/contract lists the operations that there are' },
]

const MENDS: Readonly<Record<ServiceRefusalCode, Mending>> = {
  credential_missing: anotherCredential,
  credential_invalid: (refused) =>
    refused.operation.credential === 'bearer' ? anotherToken(refused) : knownKey(refused),
  credential_foreign: ({ operation, resource }) => {
    const path = `/${holdersOf(operation)}/${encodeURIComponent(resource)}/keys`
    return [
      { advice: 'send one of its own keys: a key opens one namespace or store' },
      { call: { method: 'POST', path, body: { scope: operation.scope ?? 'read' } } },
    ]
  },
  scoped_key_not_accepted: (refused) => [
    ...anotherToken(refused),
    { seed: { profile: { kv: { listWithScopedKey: 'allow' } } } },
  ],
  scope_insufficient: knownKey,
  owner_mismatch: ownedNamespace,
  resource_missing: (refused) => {
    const { operation, resource } = refused
    if (operation.credential === 'bearer') return ownedNamespace(refused)
    return [{ seed: { [holdersOf(operation)]: [{ id: resource }] } }]
  },
  entry_missing: ({ operation, resource, key }) => {
    const entry = { key, value: true }
    const kept = operation.service === 'kv' ? { ...entry, ttlSeconds: 86_400 } : entry
    return [{ seed: { [holdersOf(operation)]: [{ id: resource, entries: [kept] }] } }]
  },
  record_missing: ({ operation, resource }) => {
    const [collection = 'documents'] = operation.id.split('.')
    const id = Number.isSafeInteger(Number(resource)) ? Number(resource) : resource
    return [{ seed: { database: { [collection]: [{ id, title: 'A title' }] } } }]
  },
  record_out_of_scope: knownKey,
  collection_out_of_scope: knownKey,
  monthly_quota_exceeded: ({ operation: { counts = 'reads' }, resource, number }) => [
    { seed: { namespaces: [{ id: resource, limits: { [counts]: 2 * number('limit') + 1 } }] } },
    { call: { method: 'POST', path: '/clock', body: { to: 'next-month' } } },
  ],
  namespace_storage_quota_exceeded: ({ resource, number }) => [
    { seed: { namespaces: [{ id: resource, limits: { storageBytes: number('after') } }] } },
  ],
  rate_limited: ({ request }) => [
    { call: { method: 'POST', path: '/clock', body: { advance: retryAfterSeconds(request) } } },
    { call: { method: 'PATCH', path: '/database', body: { rateLimit: null } } },
  ],
  body_malformed: anotherRequest,
  body_invalid: anotherRequest,
  parameter_invalid: anotherRequest,
  record_id_invalid: anotherRequest,
  key_refused: anotherRequest,
  too_large: anotherRequest,
  media_type_unsupported: anotherRequest,
  invalid_request: anotherRequest,
  conflict: anotherRequest,
  not_emulated: anotherOperation,
  out_of_memory: () => [
    { advice: `delete worlds, snapshots or entries, or ${MORE_MEMORY}` },
    { call: { method: 'POST', path: '/reset' } },
  ],
  internal_error: () => [{ advice: 'report it, with the lines above: this is a defect of the emulator' }],
}

/** The changes that would change the answer to a request; none if it was neither refused nor met a fault. */
export function mendsOf(request: RequestDetails): Mend[] {
  const { outcome, fault } = request
  if (fault !== undefined) return [withoutFault(fault)]
  if (!isRefusal(outcome)) return []
  const found = route(request.method, request.path)
  if (found.operation === undefined) return anotherOperation()
  const [resource = '', key = ''] = found.segments.map((segment) => decodeSegment(segment) ?? '')
  const gate = request.explain.gates.find(({ result }) => result === 'refused')
  return MENDS[outcome]({
    request,
    operation: found.operation,
    resource,
    key,
    credential: request.credential ?? '',
    number: (name) => Number(gate?.[name] ?? 0),
  })
}

const isRefusal = (outcome: string): outcome is ServiceRefusalCode => Object.hasOwn(MENDS, outcome)

/** Faults of the list have ids; others are asked for by the request itself. */
function withoutFault(id: string): Mend {
  if (id === FAULT_HEADER) return { advice: 'leave out the header X-Emulator-Fault' }
  return { call: { method: 'DELETE', path: `/faults/${encodeURIComponent(id)}` } }
}

function anotherCredential(refused: Refused): Mend[] {
  const { credential } = refused.operation
  if (credential === 'bearer') return anotherToken(refused)
  const header = credential === 'scoped-key' ? 'X-KV-Key' : 'X-API-Key'
  return [{ advice: `send the header ${header} with one of the keys that there are` }]
}

/** The key as one that opens what was asked for: for every record, if it is one of the database. */
function knownKey({ operation, resource, credential: key }: Refused): Mend[] {
  if (operation.credential === 'database-key') return [{ seed: { database: { keys: [{ key }] } } }]
  const keys = [{ key, scope: operation.scope ?? 'read' }]
  return [{ seed: { [holdersOf(operation)]: [{ id: resource, keys }] } }]
}

function ownedNamespace({ resource, credential: owner }: Refused): Mend[] {
  return [{ seed: { namespaces: [{ id: resource, owner }] } }]
}

const holdersOf = ({ service: one }: Operation): string => (one === 'kv' ? 'namespaces' : 'stores')

function retryAfterSeconds({ responseHeaders }: RequestDetails): number {
  const header = responseHeaders.find(([name]) => name.toLowerCase() === 'retry-after')
  return Number(header?.[1] ?? 60)
}
