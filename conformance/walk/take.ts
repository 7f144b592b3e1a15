/** Takes a step of a walk, which means making the call, asking the model, and comparing the two. */

import { expectCode, expectSuccess, expectThat, read } from '../check.js'
import { type Headers, type HttpExchange, RawBody } from '../http-client.js'
import { disturbanceIn } from '../indeterminate.js'
import { operate } from '../model/answer.js'
import { nextMonthAfter } from '../model/calendar.js'
import type { ModelAnswer, ModelCall } from '../model/call.js'
import { usageOf } from '../model/kv.js'
import { type Entries, KvEntries } from '../session.js'
import { assertAnswer, assertUsage } from './assert.js'
import type { EntryCall, ResourceContext, WalkContext } from './context.js'
import type { WalkMoment, WalkStep } from './steps.js'

/** Thrown for an answer that says nothing about the contract, because the model no longer knows the state. */
export class Disturbed extends Error {
  override readonly name = 'Disturbed'
}

/**
 * Takes a step and describes it.
 *
 * @throws StatementFailure if the service and the model differ
 */
export async function take(context: WalkContext, step: WalkStep): Promise<string> {
  switch (step.do) {
    case 'pass':
      return turn(context, step.to)
    case 'pages': {
      const page = await context.records?.pages(step.of, step.limit)
      return `all pages of /${step.of}${step.limit === 0 ? '' : ` by ${step.limit}`} -> ${page?.status}`
    }
    case 'create': {
      const answers = await context.records?.create(step.of, step.optional, step.count)
      return `${step.count} times POST /${step.of} -> ${answers?.map(({ status }) => status).join()}`
    }
    case 'puts':
      return puts(context, step)
    case 'fetch':
      return `GET /documents/… (number ${step.index}) -> ${(await context.records?.fetch(step.index))?.status}`
    default:
      return call(context, step)
  }
}

/** Moves the clocks of the service and the model. */
async function turn({ session, state }: WalkContext, to: WalkMoment): Promise<string> {
  const { now } = state.clock
  const expiries = [...state.namespaces.values()]
    .flatMap(({ entries }) => [...entries.values()].map(({ expiresAt }) => expiresAt))
    .filter((expiresAt) => expiresAt > now)
  const expiry = Math.min(now + 120_000, ...expiries)
  const moments: Readonly<Record<WalkMoment, number>> = {
    soon: now + 1,
    'a minute on': now + 60_000,
    'before an expiry': Math.max(now, expiry - 1),
    'an expiry': expiry,
    "the month's end": Math.max(now, nextMonthAfter(now) - 1),
    'the next month': nextMonthAfter(now),
  }
  await session.pass(moments[to] - now)
  state.clock.now = await session.time.now()
  return `the clock is moved to ${new Date(state.clock.now).toISOString()}`
}

/** Resolves a step's indices. Returns undefined if the service lacks something that the step refers to. */
async function entryCallOf(context: WalkContext, step: EntryCall['step']): Promise<EntryCall | undefined> {
  const resource = context.resources.get(step.in)
  const caller = resource?.callers.get(step.by)
  if (resource === undefined || caller === undefined) return undefined
  if (context.tolerance > 0 && context.session.subject.time !== undefined) {
    context.state.clock.now = await context.session.time.now()
  }
  return { step, resource, caller, key: 'key' in step ? (context.keys[step.key] ?? '') : '' }
}

/** Puts several keys concurrently. Each answer must match its own put. */
async function puts(context: WalkContext, step: Extract<WalkStep, { do: 'puts' }>): Promise<string> {
  const lines: string[] = []
  const calls: EntryCall[] = []
  for (const key of step.keys) {
    const call = await entryCallOf(context, { ...step, do: 'put', key })
    if (call !== undefined) calls.push(call)
  }
  const exchanges = await Promise.all(calls.map(send))
  for (const [index, entryCall] of calls.entries()) {
    const exchange = exchanges[index]
    if (exchange !== undefined) lines.push(await hold(context, entryCall, exchange))
  }
  return `concurrently: ${lines.join('; ')}`
}

async function call(context: WalkContext, step: EntryCall['step']): Promise<string> {
  const entryCall = await entryCallOf(context, step)
  if (entryCall === undefined) return `(${step.do} in ${step.in} by ${step.by}: skipped)`
  return hold(context, entryCall, await send(entryCall))
}

/** Compares an answer with the model's, and describes the call. */
async function hold(context: WalkContext, entryCall: EntryCall, exchange: HttpExchange): Promise<string> {
  const { step, resource, key } = entryCall
  const before = usageBefore(context, resource)
  const answer = operate(context.state, modelCall(entryCall), AROUND)
  if (answer.status !== 429) assertTelling(exchange)
  if (!answer.isError && !resource.isStore) assertInSight(context, resource, exchange)
  if (answer.isError) assertRefusal(entryCall, answer, exchange)
  else if (step.do === 'usage') assertUsage(context, answer, expectSuccess(exchange))
  else assertAnswer(context, entryCall, expectSuccess(exchange))
  const line = `${step.do} ${key} in ${step.in} by ${step.by}`
  const sent = step.do === 'put' ? ` ${step.value.slice(0, 80)} for ${step.ttlSeconds} s` : ''
  if (isOpen(step, answer)) await assertCounters(context, entryCall, before)
  return `${line.replace('  ', ' ')}${sent} -> ${exchange.status}`
}

/** @throws Disturbed if the answer says nothing about the contract */
function assertTelling(exchange: HttpExchange): void {
  const why = disturbanceIn(exchange)
  if (why !== undefined) throw new Disturbed(why)
}

/** @throws Disturbed if a limit was reached that we couldn't foresee, because we don't know the usage or the sizes */
function assertInSight(
  { learned }: WalkContext,
  resource: ResourceContext,
  { status, text }: HttpExchange,
): void {
  const isBlind = !resource.callers.has('owner')
  const isQuota = status === 429 && isBlind
  const isStorage = status === 403 && text.includes(STORAGE) && (isBlind || learned.storageOf === undefined)
  if (isQuota || isStorage) throw new Disturbed(`the namespace's limit is reached (${status})`)
}

function send({ step, resource, caller: { headers }, key }: EntryCall): Promise<HttpExchange> {
  const { entries } = resource
  switch (step.do) {
    case 'put':
      return entries.put(key, bodyOf(step, resource), headers)
    case 'list':
      return entries.list(headers)
    case 'usage':
      return usageReport(entries, headers)
    default:
      return entries[step.do](key, headers)
  }
}

/** Only steps on namespaces request the usage. */
function usageReport(entries: Entries, headers: Headers): Promise<HttpExchange> {
  if (!(entries instanceof KvEntries)) throw new Error('stores have no usage report')
  return entries.usage(headers)
}

/** There are no resets in a walk, and tokens don't expire. */
const AROUND = { life: 1, real: 0 }

const bodyOf = (
  { value, ttlSeconds }: { readonly value: string; readonly ttlSeconds: number },
  { isStore }: ResourceContext,
): RawBody => new RawBody(isStore ? `{"value":${value}}` : `{"value":${value},"ttlSeconds":${ttlSeconds}}`)

function modelCall({ step, resource, caller, key }: EntryCall): ModelCall {
  const { entries, isStore } = resource
  const verb = step.do === 'usage' ? 'usage.get' : `${isStore ? 'config' : 'kv'}.${step.do}`
  const body =
    step.do === 'put' ? { text: bodyOf(step, resource).text, isJson: true, valueText: step.value } : undefined
  return {
    operation: verb,
    service: isStore ? 'config' : 'kv',
    method: '',
    path: '',
    resource: entries.id,
    key,
    apiKey: caller.apiKey,
    bearer: caller.bearer,
    body,
    limit: undefined,
    next: undefined,
    fault: undefined,
    headers: {},
  }
}

/** Returns true if the status of the refusal is a gap. */
const isRefusedSomehow = ({ step, resource }: EntryCall): boolean =>
  step.by === 'foreign' ||
  step.by === 'stranger' ||
  (step.do === 'list' && !resource.isStore && step.by === 'write')

function assertRefusal(call: EntryCall, answer: ModelAnswer, exchange: HttpExchange): void {
  const { status } = exchange
  const isMissingDelete = call.step.do === 'delete' && answer.status === 404
  const statuses = isRefusedSomehow(call)
    ? [401, 403, 404]
    : isMissingDelete
      ? [404, 200, 202, 204]
      : [answer.status]
  expectThat(statuses.includes(status), `status ${statuses.join(' or ')}`, `${status}`, exchange)
  if (status < 400 || exchange.text === '') return
  const { json } = read(exchange)
  const ok = json.kind === 'object' ? json.members.get('ok') : undefined
  expectThat(ok?.kind !== 'boolean' || !ok.value, 'no ok: true on an error', 'ok: true', exchange)
  if (answer.status === 429) expectCode(exchange, 'monthly_quota_exceeded')
  if (JSON.stringify(answer.json).includes(STORAGE)) expectCode(exchange, STORAGE)
}

const STORAGE = 'namespace_storage_quota_exceeded'

/** Returns true if it's a gap whether the call counts. */
function isOpen(step: EntryCall['step'], answer: ModelAnswer): boolean {
  if (step.do === 'usage') return false
  return answer.isError && answer.status !== 429
}

const OWN_COUNTER = { put: 'writes', get: 'reads', delete: 'deletes', list: 'lists' } as const

const usageBefore = ({ state }: WalkContext, { entries }: ResourceContext): number[] => {
  const namespace = state.namespaces.get(entries.id)
  return namespace === undefined ? [] : Object.values(usageOf(state, namespace))
}

/**
 * Checks the counters after a call that may or may not count, because that's a gap. Its own counter may have increased
 * by one, and the others mustn't have changed. Later calls of the same kind have to behave the same.
 */
async function assertCounters(
  context: WalkContext,
  { step, resource: { entries, callers, isStore } }: EntryCall,
  before: readonly number[],
): Promise<void> {
  const owner = callers.get('owner')
  const namespace = context.state.namespaces.get(entries.id)
  if (isStore || owner === undefined || namespace === undefined || step.do === 'usage') return
  if (!(entries instanceof KvEntries)) return
  const report = expectSuccess(await entries.usage(owner.headers))
  const counters = usageOf(context.state, namespace)
  const [reads = 0, writes = 0, deletes = 0, lists = 0] = before
  Object.assign(counters, { reads, writes, deletes, lists })
  const name = OWN_COUNTER[step.do]
  const grown = read(report).member('usage').member(name).integer() - counters[name]
  const kind = `${step.do} by ${step.by}`
  const known = context.counted.get(kind)
  const allowed = known === undefined ? [0, 1] : [known]
  expectThat(allowed.includes(grown), `${name} to change by ${allowed.join(' or ')}`, `by ${grown}`, report)
  // A caller may be refused for several reasons. Only those with a single possible reason must behave as before.
  if (step.by === 'nobody' || step.by === 'unknown') context.counted.set(kind, grown)
  counters[name] += grown
  assertUsage(context, modelUsage(context, entries), report)
}

function modelUsage(context: WalkContext, entries: KvEntries): ModelAnswer {
  const sub = context.state.namespaces.get(entries.id)?.owner ?? ''
  const call = modelCall({
    step: { do: 'usage', in: 'own', by: 'owner' },
    resource: { entries, isStore: false, callers: new Map() },
    caller: { headers: {}, bearer: { claims: { sub } } },
    key: '',
  })
  return operate(context.state, call, AROUND)
}
