import type { ModelAnswer, ModelCall, ModelCursor } from '../../conformance/model/call.js'
import { shown, visibleTo } from '../../conformance/model/database.js'
import { FAULT_HEADER } from '../../conformance/model/faults.js'
import type { ModelState } from '../../conformance/model/state.js'
import { foreignWords } from '../support/service-words.js'
import { type Given, Mismatch, type Place, type Simulation } from './simulation.js'
import { situationsOf } from './situations.js'
import {
  type BodySpec,
  type Credential,
  ENTRY_KEYS,
  type OperationName,
  type RequestStep,
  type Step,
} from './steps.js'
import { BROKEN_TOKEN, tokenName } from './tokens.js'

/** Requests to the services: sent to the emulator, asked of the model, and the answers compared. */

export type Collection = Extract<Step, { do: 'walk' }>

/** A request that is ready: how it is sent, and what the model takes it for. */
interface Ready {
  readonly place: Place
  /** The path with its query, or the whole x-next that is followed. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly call: ModelCall
  /** Who calls, in words. */
  readonly by: string
}

export async function sendRequest(simulation: Simulation, step: RequestStep): Promise<void> {
  await send(simulation, readyOf(simulation, step))
}

/** Follows x-next from the first page to the last: together they are all that the key sees. */
export async function walk(simulation: Simulation, step: Collection): Promise<void> {
  const { world, collection, key, limit } = step
  const place = simulation.place(world)
  const operation = `${collection}.list` as const
  const first: RequestStep = {
    do: 'request',
    world,
    operation,
    resource: 0,
    key: 0,
    by: { databaseKey: key },
    limit: `${limit}`,
  }
  const { state } = place.model
  const seen: unknown[] = []
  let answer = await send(simulation, readyOf(simulation, first))
  for (;;) {
    if (answer === undefined || answer.status !== 200 || !Array.isArray(answer.json)) return
    seen.push(...answer.json)
    if (answer.next === undefined) break
    const given = simulation.given.length - 1
    const { limit: _, ...again } = first
    answer = await send(
      simulation,
      readyOf(simulation, { ...again, next: { given, way: 'followed', altered: false } }),
    )
  }
  const text = databaseKeyOf(state, key)
  const scope = state.databaseKeys.get(text)
  if (scope === undefined) return
  const all = visibleTo(state, collection, text, scope === 'everything' ? undefined : scope)
  simulation.hold(
    `the pages of ${collection} together`,
    all.map(([id, record]) => shown(id, record, collection, state.profile.database.absentMembers)),
    seen,
  )
}

/** Sends a request, asks the model, compares; gives what the emulator answered with the model's next page. */
async function send(simulation: Simulation, ready: Ready): Promise<ModelAnswer | undefined> {
  const { place, call, target, headers, by } = ready
  const { method, body } = call
  const response = await place.client
    .fetch(target, { method, headers, ...(body === undefined ? {} : { body: body.text }) })
    .then((answered) => simulation.tamper(answered, call, place))
    .catch((error: unknown) => {
      if (error instanceof TypeError && error.message === 'fetch failed') return undefined
      throw error
    })
  const text = response === undefined ? '(the connection broke)' : await response.text()
  const sent = body === undefined ? '' : ` ${body.text}`
  simulation.note(
    place,
    `${method} ${short(target)}${sent} by ${by} -> ${response?.status ?? ''} ${short(text)}`,
  )
  simulation.transcript.push(transcribed(response, text))
  const { state, life } = place.model
  const met = situationsOf(state, call, { life, real: simulation.universe.real })
  const { answer, fault } = place.model.request(call)
  simulation.coverage.request(call.operation, met, `${answer?.status ?? 'no answer'}`)
  if (answer === undefined || response === undefined) {
    if (answer !== undefined || response !== undefined) {
      throw new Mismatch(`the connection should ${answer === undefined ? '' : 'not '}break`)
    }
    return undefined
  }
  compare(simulation, place, answer, response, text)
  if (call.operation === 'kv.get' && fault === undefined) holdAbsence(simulation, place, call, response)
  const next = response.headers.get('x-next')
  if (next !== null && answer.next !== undefined) {
    simulation.hold('the form of x-next', place.model.state.profile.database.next, formOf(next))
    simulation.given.push({ text: next, place, cursor: answer.next })
  }
  return { ...answer, json: text === '' ? undefined : JSON.parse(text) }
}

function compare(
  simulation: Simulation,
  place: Place,
  answer: ModelAnswer,
  response: Response,
  text: string,
): void {
  const { headers } = response
  simulation.hold('the status', answer.status, response.status)
  simulation.hold('the body', answer.json, text === '' ? undefined : JSON.parse(text))
  if (response.status >= 400) simulation.hold('foreign words in the body', [], foreignWords(text))
  for (const digits of answer.exactly ?? []) {
    if (!text.includes(digits)) throw new Mismatch(`the body should hold ${digits} to the digit`)
  }
  simulation.hold('Retry-After', answer.retryAfter?.toString() ?? null, headers.get('retry-after'))
  simulation.hold('an x-next', answer.next !== undefined, headers.has('x-next'))
  simulation.hold('an X-Emulator-Reason', answer.isError, headers.has('x-emulator-reason'))
  const type = place.model.state.profile.http.charset ? 'application/json; charset=utf-8' : 'application/json'
  simulation.hold('Content-Type', text === '' ? null : type, headers.get('content-type'))
  simulation.hold('WWW-Authenticate', answer.challenge ?? null, headers.get('www-authenticate'))
  simulation.hold('Allow', answer.allow ?? null, headers.get('allow'))
  simulation.hold('Date', new Date(place.model.state.clock.now).toUTCString(), headers.get('date'))
}

function formOf(next: string): 'url' | 'path' | 'cursor' {
  if (next.startsWith('/')) return 'path'
  return next.startsWith('http://') ? 'url' : 'cursor'
}

/** A key that expired and one that never was read exactly alike (contract, Rules A.3). */
function holdAbsence(
  simulation: Simulation,
  { model }: Place,
  { resource }: ModelCall,
  { status, headers }: Response,
): void {
  const { namespaces, profile } = model.state
  // A key that keys may not be is another matter.
  if (status !== 404 || !namespaces.has(resource) || profile.limits.keyStatus === 404) return
  const reason = headers.get('x-emulator-reason') ?? ''
  simulation.absence ??= reason
  simulation.hold('the reason', simulation.absence, reason)
}

/** The answer to the byte. */
function transcribed(response: Response | undefined, text: string): string {
  if (response === undefined) return text
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  return [response.status, ...headers, text].join('\n')
}

function short(text: string): string {
  const whole = text.replace('http://emulator.test/', '/')
  return whole.length > 160 ? `${whole.slice(0, 157)}...` : whole
}

function readyOf(simulation: Simulation, step: RequestStep): Ready {
  const next = nextOf(simulation, step)
  const isFollowed = next !== undefined && next.way === 'followed'
  const place = isFollowed ? next.given.place : simulation.place(step.world)
  const operation: OperationName = isFollowed ? `${next.given.cursor.collection}.list` : step.operation
  const { state } = place.model
  const resource = resourceOf(state, operation, step.resource)
  const [key, keyPath] = ENTRY_KEYS[step.key] ?? [undefined, '%']
  const shape = shapeOf(operation, resource, keyPath)
  const isOfEntry = keyPath !== '' && shape.path.endsWith(`/${keyPath}`) && shape.hasKey
  const credential = credentialOf(simulation, state, step.by, shape.interface, resource)
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
    interface: shape.interface,
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
  return { place, target, headers, call, by: credential.words }
}

const NOT_SHOWN: readonly OperationName[] = ['not shown', 'unknown path']

interface Shape {
  readonly method: string
  readonly interface: 'kv' | 'config' | 'documents'
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
    return { method: 'POST', interface: 'kv', path: under('/v1/kv'), hasKey: false }
  }
  if (operation === 'unknown path') {
    return { method: 'GET', interface: 'kv', path: `${under('/v1/kv')}/below`, hasKey: false }
  }
  if (operation === 'usage.get') return { method, interface: 'kv', path: under('/v1/usage'), hasKey }
  if (noun === 'kv') return { method, interface: 'kv', path: under('/v1/kv'), hasKey }
  if (noun === 'config') return { method, interface: 'config', path: under('/v1/ec'), hasKey }
  const path = operation === 'documents.get' ? `/documents/${resource}` : `/${noun}`
  return { method, interface: 'documents', path, hasKey: false }
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
  api: Shape['interface'],
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

function databaseKeyOf(state: ModelState, number: number): string {
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
  readonly given: Given & { readonly cursor: ModelCursor }
  readonly text: string
  readonly way: 'followed' | 'query' | 'header'
  readonly isAltered: boolean
}

/**
 * One that was given out in the present life of the world that it is given back to; the model does not know which pages of
 * earlier lives are there, nor what a fork takes back. Followed only where its world is still there and it is an address.
 */
function nextOf({ given, places }: Simulation, { next, world }: RequestStep): Next | undefined {
  const place = places[world % places.length]
  if (next === undefined || place === undefined || given.length === 0) return undefined
  const one = given[next.given % given.length]
  const isHere = one?.place === place && one.cursor.life === place.model.life
  if (one === undefined || !(isHere || next.altered)) return undefined
  const isAddress = one.text.includes('/') && places.includes(one.place)
  const way = next.way === 'followed' && !isAddress ? 'query' : next.way
  const last = one.text.endsWith('A') ? 'B' : 'A'
  const text = next.altered ? `${one.text.slice(0, -1)}${last}` : one.text
  return { given: one, text, way, isAltered: next.altered }
}
