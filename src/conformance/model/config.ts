import { openByKey } from './access.js'
import { isoOf } from './calendar.js'
import { type Answer, type Call, ok, Refused } from './call.js'
import { deleted, readObject } from './kv.js'
import type { State } from './state.js'

/** The config store of the model (docs/CONTRACT.md section B). */

export function put(state: State, call: Call): Answer {
  const store = openByKey(state, call, state.stores, 'write')
  if (call.key === undefined) throw new Refused(400)
  readObject(call)
  const text = call.body?.valueText
  if (text === undefined || text === 'null') throw new Refused(400)
  const { now } = state.clock
  store.entries.set(call.key, { text, updatedAt: now })
  return ok(state.profile.config.putStatus, { ok: true, key: call.key, updatedAt: isoOf(now) })
}

export function get(state: State, call: Call): Answer {
  const store = openByKey(state, call, state.stores, 'read')
  if (call.key === undefined) throw new Refused(400)
  const entry = store.entries.get(call.key)
  if (entry === undefined) throw new Refused(404)
  return ok(200, { ok: true, ...shown(call.key, entry) }, { exactly: [entry.text] })
}

export function list(state: State, call: Call): Answer {
  const store = openByKey(state, call, state.stores, 'read')
  const configs = [...store.entries].map(([key, entry]) => shown(key, entry))
  return ok(200, { ok: true, configs }, { exactly: [...store.entries.values()].map(({ text }) => text) })
}

export function remove(state: State, call: Call): Answer {
  const store = openByKey(state, call, state.stores, 'write')
  if (call.key === undefined) throw new Refused(400)
  const { config } = state.profile
  if (!store.entries.delete(call.key) && config.deleteMissing === 404) throw new Refused(404)
  return deleted(call.key, config)
}

function shown(key: string, { text, updatedAt }: { text: string; updatedAt: number }) {
  return { key, value: JSON.parse(text) as unknown, updatedAt: isoOf(updatedAt) }
}
