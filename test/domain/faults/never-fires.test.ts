import { expect, test } from 'vitest'
import type { FaultMatch } from '../../../src/domain/faults/fault.js'
import { whyNeverFires } from '../../../src/domain/faults/never-fires.js'
import { State } from '../../../src/domain/state.js'
import { CONFIG } from '../../../src/services/config/contents.js'
import { services } from '../../../src/services/index.js'
import { KV } from '../../../src/services/kv/contents.js'

const state = State.empty(services)
state.of(KV).addNamespace('ns_a', 'alice', {})
state.of(CONFIG).addStore('ec_a', 'alice')
const states = [State.empty(services), state]

test.each<FaultMatch>([
  {},
  { method: 'PATCH' },
  { path: '/**' },
  { path: '/**/documents' },
  { path: '/v1/**/**/k' },
  { operation: 'kv.put', method: 'put' },
  { namespace: 'ns_a' },
  { store: 'ec_a', key: 'k' },
])('a fault for %j may fire', (match) => {
  expect(whyNeverFires(match, services, states)).toBeUndefined()
})

test.each<[match: FaultMatch, hint: string | undefined]>([
  [{ path: '/v1//' }, 'path: /v1/**'],
  [{ path: '/documents/1/2/3' }, undefined],
  [{ path: '/documents/**/x/y' }, undefined],
  [{ path: `${'/**'.repeat(300)}/v2/x/y/z` }, undefined],
  [{ operation: 'kv.get', method: 'PUT' }, undefined],
  [{ store: 'ns_a' }, undefined],
  [{ namespace: 'ns_aa' }, 'ns_a'],
])('a fault for %j does not fire for an operation, and the hint is %j', (match, hint) => {
  const complaint = whyNeverFires(match, services, states)
  expect(complaint?.message).toMatch(/\w+ \w+/)
  expect(complaint?.hint).toBe(hint && `did you mean ${hint}?`)
})
