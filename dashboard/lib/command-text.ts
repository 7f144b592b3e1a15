import type { AdminCommandInfo } from '../../src/admin/calls/history/log.js'
import { isRecord } from '../../src/core/objects.js'
import { count, dateTime, span } from './format.js'

type AdminCall = Pick<AdminCommandInfo, 'method' | 'path' | 'body' | 'at' | 'clock'>

const CALLS: Readonly<Record<string, string>> = {
  'PUT /state': 'state replaced',
  'PATCH /state': 'state merged',
  'PUT /seed': 'seed replaced',
  'POST /undo': 'undo',
  'DELETE /faults': 'all faults removed',
  'PATCH /profile': 'profile changed',
}

/** "clock +1 d, to 2026-02-01 12:00:00", "snapshot before restored" */
export function commandText(call: AdminCall): string {
  const path = call.path.replace(/^\/_admin/, '')
  if (path === '/clock') return `clock ${moveText(call)}`
  const [, snapshot] = /^\/snapshots\/([^/]+)\/restore$/.exec(path) ?? []
  if (snapshot !== undefined) return `snapshot ${snapshot} restored`
  const [, fault] = /^\/faults\/([^/]+)$/.exec(path) ?? []
  if (fault !== undefined) return `fault ${fault} ${call.method === 'DELETE' ? 'removed' : 'changed'}`
  if (path === '/faults' && call.method === 'POST') return `fault added${faultText(call.body)}`
  return CALLS[`${call.method} ${path}`] ?? `${call.method} ${path}`
}

/** By `commandKind`. */
const SEVERAL: Readonly<Record<string, string>> = {
  'POST /clock': 'clock moves',
  'POST /faults': 'faults added',
  'PATCH /faults/*': 'fault changes',
  'DELETE /faults/*': 'faults removed',
  'PATCH /profile': 'profile changes',
  'PUT /namespaces/*/entries/*': 'entries put',
  'DELETE /namespaces/*/entries/*': 'entries deleted',
  'POST /documents': 'documents added',
}

/** "DELETE /faults/*" */
export const commandKind = ({ method, path }: Pick<AdminCall, 'method' | 'path'>): string =>
  `${method} ${path.replace(/^\/_admin/, '').replace(/(\/[^/]+\/)[^/]+/g, '$1*')}`

/** "30 faults added" */
export const severalText = (call: AdminCall, n: number): string =>
  `${count(n)} ${SEVERAL[commandKind(call)] ?? `× ${commandText(call)}`}`

/** ": 503, kv.get" */
function faultText(body = ''): string {
  const { match = {}, ...effect } = objectIn(body)
  const parts = ['status', 'connection', 'delay', 'hold'].flatMap((name) => {
    const value = effect[name]
    if (value === undefined) return []
    return name === 'hold' ? 'hold' : name === 'delay' ? `delay ${JSON.stringify(value)}` : String(value)
  })
  const on = isRecord(match) ? Object.values(match).filter((value) => typeof value === 'string') : []
  const all = [...parts, ...on]
  return all.length === 0 ? '' : `: ${all.join(', ')}`
}

/** {} if it can't be parsed, since bodies may be YAML or truncated. */
function objectIn(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function moveText({ at, clock, body = '' }: AdminCall): string {
  const far = clock === undefined ? 0 : clock - at
  const rate = /"rate":([\d.]+)/.exec(body)?.[1]
  const parts = [
    clock !== undefined && `${far < 0 ? '−' : '+'}${span(far)}, to ${dateTime(clock)}`,
    body.includes('"freeze":true') && 'frozen',
    body.includes('"freeze":false') && 'running',
    rate !== undefined && `at rate ${rate}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'unchanged' : parts.join(', ')
}
