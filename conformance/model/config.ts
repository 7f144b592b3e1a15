import { openByKey } from './access.js'
import { holdMembers, readKey, readObject, statusOfPut } from './bodies.js'
import { isoOf } from './calendar.js'
import { type ModelAnswer, type ModelCall, ok, Refused } from './call.js'
import { deleted } from './kv.js'
import type { ModelState } from './state.js'

/** The config store of the model (docs/CONTRACT.md section B). */

export function put(state: ModelState, call: ModelCall): ModelAnswer {
  const store = openByKey(state, call, state.stores, 'write')
  const key = readKey(state, call)
  holdMembers(state, readObject(state, call), ['value'], 'config')
  const text = call.body?.valueText
  if (text === undefined || text === 'null') throw new Refused(400)
  const { valueBytes } = state.profile.limits
  if (valueBytes !== null && Buffer.byteLength(text) > valueBytes) throw new Refused(413)
  const { now } = state.clock
  const status = statusOfPut(state.profile.config, !store.entries.has(key))
  store.entries.set(key, { text, updatedAt: now })
  return ok(status, { ok: true, key, updatedAt: isoOf(now) })
}

export function get(state: ModelState, call: ModelCall): ModelAnswer {
  const store = openByKey(state, call, state.stores, 'read')
  const key = readKey(state, call)
  const entry = store.entries.get(key)
  if (entry === undefined) throw new Refused(404)
  return ok(200, { ok: true, ...shown(key, entry) }, { exactly: [entry.text] })
}

export function list(state: ModelState, call: ModelCall): ModelAnswer {
  const store = openByKey(state, call, state.stores, 'read')
  const configs = [...store.entries].map(([key, entry]) => shown(key, entry))
  return ok(200, { ok: true, configs }, { exactly: [...store.entries.values()].map(({ text }) => text) })
}

export function remove(state: ModelState, call: ModelCall): ModelAnswer {
  const store = openByKey(state, call, state.stores, 'write')
  const key = readKey(state, call)
  const { config } = state.profile
  if (!store.entries.delete(key) && config.deleteMissing === 404) throw new Refused(404)
  return deleted(key, config)
}

function shown(key: string, { text, updatedAt }: { text: string; updatedAt: number }) {
  return { key, value: JSON.parse(text) as unknown, updatedAt: isoOf(updatedAt) }
}
