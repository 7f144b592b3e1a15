import { beforeEach } from 'vitest'
import type { OperationId } from '../../../src/contract/operations.js'
import { Refusal, type RefusalCode } from '../../../src/core/refusal.js'
import { defaultBounds } from '../../../src/domain/bounds.js'
import { defaultProfile } from '../../../src/domain/profile/profile.js'
import { RequestRecord } from '../../../src/domain/requests/record.js'
import { State } from '../../../src/domain/state.js'
import { World } from '../../../src/domain/world.js'
import { ServedServices } from '../../../src/request/served-services.js'
import { services } from '../../../src/services/index.js'
import { AdminCalls } from '../../support/admin-calls.js'
import { callIn } from '../../support/calls.js'
import type { Service } from '../../support/service.js'

/** When the requests are sent, in ms. */
const served = new ServedServices(services)

export const NOW = 1_769_903_940_000

/** A journal record in short form. Missing fields get the usual values. */
export interface Sent {
  readonly method?: string
  readonly target?: string
  readonly headers?: readonly string[]
  readonly body?: string
  readonly operation?: OperationId | null
  readonly credential?: string | null
  readonly status?: number
  readonly refused?: RefusalCode
  readonly replyHeaders?: readonly string[]
  readonly replyBody?: string
  readonly at?: number
  readonly durationMs?: number
}

/** A world with an empty journal that holds five records. */
function journalWorld(): World {
  const baseline = {
    state: State.empty(services),
    profile: defaultProfile,
    clock: { now: NOW },
    randomSeed: 1,
    faults: [],
    randomStates: {},
    lastFaultId: 0,
  }
  return new World(services, baseline, () => 0, { ...defaultBounds, requests: 5 })
}

/** Adds a request to the journal as the data plane does. */
function record(world: World, sent: Sent = {}): void {
  const refusal = sent.refused === undefined ? undefined : new Refusal(sent.refused, 'because')
  const reply = {
    status: sent.status ?? 200,
    headers: sent.replyHeaders ?? [],
    body: sent.replyBody,
    ...(refusal === undefined ? {} : { refusal }),
  }
  const { operation = 'kv.get', credential = 'kv_read_a', at = NOW, durationMs = 1 } = sent
  const request = {
    id: `r${world.journal.nextNumber()}` as const,
    at,
    method: sent.method ?? 'GET',
    target: sent.target ?? '/v1/kv/ns_a/k',
    origin: 'http://localhost',
    body: Buffer.from(sent.body ?? ''),
    rawHeaders: sent.headers ?? [],
  }
  const call = { ...callIn(world, request), credential }
  const known = served.routes.operations.find(({ id }) => id === operation)
  const outcome = { reply, lost: undefined, faultAction: undefined }
  world.journal.add(
    new RequestRecord(
      known === undefined
        ? { ...call, operation: undefined, hint: '', allow: [] }
        : { ...call, operation: known, segments: [] },
      outcome,
      durationMs,
    ),
  )
}

/** Admin calls on the journal, which need no seed. */
function callsOn(world: World) {
  const calls = new AdminCalls({ world, plane: { services: served } } as Service)
  const call = async (method: 'GET' | 'DELETE', target: string) => {
    const { status, json } = await calls.send(`${method} ${target}`)
    return { status, body: json }
  }
  return {
    call,
    refusalOf: (target: string) => calls.refused(`GET ${target}`),
    idsOf: async (query: string): Promise<string[]> => {
      const { body } = await call('GET', `/requests${query}`)
      return (body as { requests: { id: string }[] }).requests.map(({ id }) => id)
    },
  }
}

/** Gives each test of a file a journal of its own. */
export function journalCalls() {
  let world: World
  let calls: ReturnType<typeof callsOn>
  beforeEach(() => {
    world = journalWorld()
    calls = callsOn(world)
  })
  return {
    world: () => world,
    record: (sent?: Sent) => record(world, sent),
    call: (method: 'GET' | 'DELETE', target: string) => calls.call(method, target),
    refusalOf: (target: string) => calls.refusalOf(target),
    idsOf: (query: string) => calls.idsOf(query),
  }
}
