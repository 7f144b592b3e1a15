import type { ModelCall, ModelCursor } from '../../conformance/model/call.js'
import type { ModelState } from '../../conformance/model/state.js'
import { FAULT_HEADER } from './model/faults.js'
import type { IssuedCursor, Simulation, WorldPair } from './simulation.js'
import { type BodySpec, type Credential, ENTRY_KEYS, type OperationName, type RequestStep } from './steps.js'
import { BROKEN_TOKEN, tokenName } from './tokens.js'

/** A request that can be sent, and the same call for the model. */
export interface Ready {
  readonly pair: WorldPair
  /** The path with its query, or an x-next to request. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly call: ModelCall
  readonly by: string
}

/** Chooses the address, credential and body for a step, based on the current state. */
export function readyOf(simulation: Simulation, step: RequestStep): Ready {
  const next = nextOf(simulation, step)
  const isFollowed = next !== undefined && next.way === 'followed'
  const pair = isFollowed ? next.given.pair : simulation.pair(step.world)
  const operation: OperationName = isFollowed ? `${next.given.cursor.collection}.list` : step.operation
  const { state } = pair.model
  const resource = resourceOf(state, operation, step.resource)
  const [key, keyPath] = ENTRY_KEYS[step.key] ?? [undefined, '%']
  const shape = shapeOf(operation, resource, keyPath)
  const isOfEntry = keyPath !== '' && shape.path.endsWith(`/${keyPath}`) && shape.hasKey
  const credential = credentialOf(simulation, state, step.by, shape.service, resource)
  const type = step.contentType ?? 'application/json'
  const body = step.body === undefined ? undefined : { ...bodyOf(step.body), isJson: type !== 'text/plain' }
  const headers = {
    ...credential.headers,
    ...(body === undefined ? {} : { 'content-type': type }),
    ...(step.fault === undefined ? {} : { [FAULT_HEADER]: step.fault }),
    ...(next?.way === 'header' ? { 'x-next': next.text } : {}),
  }
  const query = new URLSearchParams({
    ...(step.limit === undefined ? {} : { limit: step.limit }),
    ...(next?.way === 'query' ? { next: next.text } : {}),
  }).toString()
  const whole = isFollowed ? next.text : shape.path
  const target = query === '' ? whole : `${whole}${whole.includes('?') ? '&' : '?'}${query}`
  const call: ModelCall = {
    operation: NOT_SHOWN.includes(operation) ? null : operation,
    ...(operation === 'not shown' ? { allowed: ['PUT', 'GET', 'DELETE'] } : {}),
    service: shape.service,
    method: shape.method,
    path: shape.path,
    resource,
    key: isOfEntry ? key : undefined,
    apiKey: credential.apiKey,
    bearer: credential.bearer,
    body,
    limit: step.limit,
    next: next === undefined ? undefined : next.isAltered ? 'altered' : next.given.cursor,
    fault: step.fault,
    headers,
  }
  return { pair, target, headers, call, by: credential.words }
}

const NOT_SHOWN: readonly OperationName[] = ['not shown', 'unknown path']

interface Shape {
  readonly method: string
  readonly service: 'kv' | 'config' | 'documents'
  readonly path: string
  readonly hasKey: boolean
}

function shapeOf(operation: OperationName, resource: string, key: string): Shape {
  const [noun, verb = ''] = operation.split('.')
  const methods: Readonly<Record<string, string>> = { put: 'PUT', create: 'POST', delete: 'DELETE' }
  const method = methods[verb] ?? 'GET'
  const hasKey = verb !== 'list' && operation !== 'usage.get'
  const under = (base: string) => (hasKey ? `${base}/${resource}/${key}` : `${base}/${resource}`)
  if (operation === 'not shown') {
    return { method: 'POST', service: 'kv', path: under('/v1/kv'), hasKey: false }
  }
  if (operation === 'unknown path') {
    return { method: 'GET', service: 'kv', path: `${under('/v1/kv')}/below`, hasKey: false }
  }
  if (operation === 'usage.get') return { method, service: 'kv', path: under('/v1/usage'), hasKey }
  if (noun === 'kv') return { method, service: 'kv', path: under('/v1/kv'), hasKey }
  if (noun === 'config') return { method, service: 'config', path: under('/v1/ec'), hasKey }
  const path = operation === 'documents.get' ? `/documents/${resource}` : `/${noun}`
  return { method, service: 'documents', path, hasKey: false }
}

function resourceOf(state: ModelState, operation: OperationName, number: number): string {
  if (operation === 'documents.get') return ['9007199254740993', 'abc'][number - 13] ?? `${number}`
  const isStore = operation.startsWith('config.')
  const all = isStore ? [...state.stores.keys()] : [...state.namespaces.keys()]
  return all[number] ?? (isStore ? 'ec_gone_zzzz9999' : 'ns_gone_zzz999')
}

interface Resolved {
  readonly headers: Readonly<Record<string, string>>
  readonly apiKey: string | undefined
  readonly bearer: ModelCall['bearer']
  readonly words: string
}

function credentialOf(
  simulation: Simulation,
  state: ModelState,
  by: Credential,
  api: Shape['service'],
  resource: string,
): Resolved {
  const none = { headers: {}, apiKey: undefined, bearer: undefined, words: 'nobody' }
  if (by === 'nobody') return none
  if ('bearer' in by) {
    const name =
      by.bearer === BROKEN_TOKEN ? BROKEN_TOKEN : tokenName(by.bearer, holderOf(state, resource, by.of))
    const token = simulation.tokens.get(name)
    if (token === undefined) throw new Error(`there is no token for ${name}`)
    const headers = { authorization: `Bearer ${token.text}` }
    return { headers, apiKey: undefined, bearer: token.bearer, words: `bearer ${name}` }
  }
  const apiKey =
    'databaseKey' in by ? databaseKeyOf(state, by.databaseKey) : scopedKeyOf(simulation, state, by, resource)
  const words =
    'databaseKey' in by ? apiKey : `${'scope' in by ? `${by.key} ${by.scope}` : by.key} key ${apiKey}`
  return {
    headers: { [api === 'documents' ? 'x-api-key' : 'x-kv-key']: apiKey },
    apiKey,
    bearer: undefined,
    words,
  }
}

function holderOf(state: ModelState, namespace: string, of: 'owner' | 'stranger'): string {
  const owner = state.namespaces.get(namespace)?.owner ?? 'user_alice'
  if (of === 'owner') return owner
  return owner === 'user_bob' ? 'user_alice' : 'user_bob'
}

const UNKNOWN_KEY = 'kv_admin_nobody'

export function databaseKeyOf(state: ModelState, number: number): string {
  return [...state.databaseKeys.keys()][number] ?? 'db_nobody'
}

function scopedKeyOf(
  simulation: Simulation,
  state: ModelState,
  by: Extract<Credential, { key: string }>,
  resource: string,
): string {
  if (by.key === 'revoked') return simulation.revoked.at(-1) ?? UNKNOWN_KEY
  if (!('scope' in by)) return UNKNOWN_KEY
  const isOwn = by.key === 'own'
  const keys = [...state.keys].filter(([, key]) => (key.resource === resource) === isOwn)
  const found = keys.find(([, { scope }]) => scope === by.scope) ?? keys[0]
  return found?.[0] ?? UNKNOWN_KEY
}

const SPACED: Readonly<Record<string, string>> = { '{"n":1}': '{ "n" :\n1 }', '[1,2]': '[ 1,\t2 ]' }

function bodyOf({ members, form }: BodySpec): Pick<NonNullable<ModelCall['body']>, 'text' | 'valueText'> {
  const valueText = members.value
  const entries = Object.entries(members)
  if (form === 'list') return { text: '[1]', valueText }
  if (form === 'spaced') {
    const spaced = entries.map(([name, text]) => `\n  "${name}" : ${SPACED[text] ?? text}`)
    return { text: `{${spaced.join(' ,')} }`, valueText }
  }
  const [first] = entries
  const earlier = form === 'twice' && first !== undefined ? [`"${first[0]}":"first"`] : []
  const text = `{${[...earlier, ...entries.map(([name, member]) => `"${name}":${member}`)].join(',')}}`
  return { text: form === 'broken' ? text.slice(0, -1) : text, valueText }
}

interface Next {
  readonly given: IssuedCursor & { readonly cursor: ModelCursor }
  readonly text: string
  readonly way: 'followed' | 'query' | 'header'
  readonly isAltered: boolean
}

/**
 * Chooses an x-next that was issued in the current life of the world that receives it, because the model doesn't know
 * about pages from earlier lives or which x-next a fork accepts. An x-next is only requested as an address if it is one
 * and its world still exists.
 */
function nextOf({ given, worlds }: Simulation, { next, world }: RequestStep): Next | undefined {
  const pair = worlds[world % worlds.length]
  if (next === undefined || pair === undefined || given.length === 0) return undefined
  const one = given[next.given % given.length]
  const isHere = one?.pair === pair && one.cursor.life === pair.model.life
  if (one === undefined || !(isHere || next.altered)) return undefined
  const isAddress = one.text.includes('/') && worlds.includes(one.pair)
  const way = next.way === 'followed' && !isAddress ? 'query' : next.way
  const last = one.text.endsWith('A') ? 'B' : 'A'
  const text = next.altered ? `${one.text.slice(0, -1)}${last}` : one.text
  return { given: one, text, way, isAltered: next.altered }
}
