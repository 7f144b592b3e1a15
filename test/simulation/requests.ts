import type { ModelAnswer, ModelCall } from '../../conformance/model/call.js'
import { foreignWords } from '../support/service-words.js'
import { shown, visibleTo } from './model/database.js'
import { databaseKeyOf, type Ready, readyOf } from './ready-request.js'
import { Mismatch, type Simulation, type WorldPair } from './simulation.js'
import { situationsOf } from './situations.js'
import type { RequestStep, Step } from './steps.js'

/** Sends requests to the emulator and the model, and compares their answers. */

export type Collection = Extract<Step, { do: 'walk' }>

export async function sendRequest(simulation: Simulation, step: RequestStep): Promise<void> {
  await send(simulation, readyOf(simulation, step))
}

/** Follows x-next from the first page to the last, and checks that they contain all records that the key can see. */
export async function walk(simulation: Simulation, step: Collection): Promise<void> {
  const { world, collection, key, limit } = step
  const pair = simulation.pair(world)
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
  const { state } = pair.model
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

/** Sends a request and compares the answer with the model's. Returns the answer and the model's next page. */
async function send(simulation: Simulation, ready: Ready): Promise<ModelAnswer | undefined> {
  const { pair, call, target, headers, by } = ready
  const { method, body } = call
  const response = await pair.client
    .fetch(target, { method, headers, ...(body === undefined ? {} : { body: body.text }) })
    .then((answered) => simulation.tamper(answered, call, pair))
    .catch((error: unknown) => {
      if (error instanceof TypeError && error.message === 'fetch failed') return undefined
      throw error
    })
  const text = response === undefined ? '(the connection broke)' : await response.text()
  const sent = body === undefined ? '' : ` ${body.text}`
  simulation.note(
    pair,
    `${method} ${short(target)}${sent} by ${by} -> ${response?.status ?? ''} ${short(text)}`,
  )
  simulation.transcript.push(transcribed(response, text))
  const { state, life } = pair.model
  const met = situationsOf(state, call, { life, real: simulation.universe.real })
  const { answer, fault } = pair.model.request(call)
  simulation.coverage.request(call.operation, met, `${answer?.status ?? 'no answer'}`)
  if (answer === undefined || response === undefined) {
    if (answer !== undefined || response !== undefined) {
      throw new Mismatch(`the connection should ${answer === undefined ? '' : 'not '}break`)
    }
    return undefined
  }
  compare(simulation, pair, answer, response, text)
  if (call.operation === 'kv.get' && fault === undefined) holdAbsence(simulation, pair, call, response)
  const next = response.headers.get('x-next')
  if (next !== null && answer.next !== undefined) {
    simulation.hold('the format of x-next', pair.model.state.profile.database.next, formOf(next))
    simulation.given.push({ text: next, pair, cursor: answer.next })
  }
  return { ...answer, json: text === '' ? undefined : JSON.parse(text) }
}

function compare(
  simulation: Simulation,
  pair: WorldPair,
  answer: ModelAnswer,
  response: Response,
  text: string,
): void {
  const { headers } = response
  simulation.hold('the status', answer.status, response.status)
  simulation.hold('the body', answer.json, text === '' ? undefined : JSON.parse(text))
  if (response.status >= 400) simulation.hold('foreign words in the body', [], foreignWords(text))
  for (const digits of answer.exactly ?? []) {
    if (!text.includes(digits)) throw new Mismatch(`the body should contain ${digits} with all digits`)
  }
  simulation.hold('Retry-After', answer.retryAfter?.toString() ?? null, headers.get('retry-after'))
  simulation.hold('an x-next', answer.next !== undefined, headers.has('x-next'))
  simulation.hold('an X-Emulator-Reason', answer.isError, headers.has('x-emulator-reason'))
  const type = pair.model.state.profile.http.charset ? 'application/json; charset=utf-8' : 'application/json'
  simulation.hold('Content-Type', text === '' ? null : type, headers.get('content-type'))
  simulation.hold('WWW-Authenticate', answer.challenge ?? null, headers.get('www-authenticate'))
  simulation.hold('Allow', answer.allow ?? null, headers.get('allow'))
  simulation.hold('Date', new Date(pair.model.state.clock.now).toUTCString(), headers.get('date'))
}

function formOf(next: string): 'url' | 'path' | 'cursor' {
  if (next.startsWith('/')) return 'path'
  return next.startsWith('http://') ? 'url' : 'cursor'
}

/** Checks that the answer for an expired key is the same as for one that never existed (docs/CONTRACT.md A-31). */
function holdAbsence(
  simulation: Simulation,
  { model }: WorldPair,
  { resource }: ModelCall,
  { status, headers }: Response,
): void {
  const { namespaces, profile } = model.state
  // Invalid keys and other namespaces' keys may also return 404, but for another reason.
  const hasOtherReasons = profile.limits.keyStatus === 404 || profile.auth.foreignKey === 404
  if (status !== 404 || !namespaces.has(resource) || hasOtherReasons) return
  const reason = headers.get('x-emulator-reason') ?? ''
  simulation.absence ??= reason
  simulation.hold('the reason', simulation.absence, reason)
}

function transcribed(response: Response | undefined, text: string): string {
  if (response === undefined) return text
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  return [response.status, ...headers, text].join('\n')
}

function short(text: string): string {
  const whole = text.replace('http://emulator.test/', '/')
  return whole.length > 160 ? `${whole.slice(0, 157)}...` : whole
}
