import type { AdminCommandInfo } from '../../admin/calls/history/log.js'
import { dateTime, span } from './format.js'

type AdminCall = Pick<AdminCommandInfo, 'method' | 'path' | 'body' | 'at' | 'clock'>

const CALLS: Readonly<Record<string, string>> = {
  'PUT /state': 'state replaced',
  'PATCH /state': 'state merged',
  'PUT /seed': 'seed replaced',
  'POST /undo': 'undo',
  'POST /faults': 'fault added',
  'DELETE /faults': 'all faults removed',
  'PATCH /profile': 'profile changed',
}

/** The words for an admin call: "clock +1 d, to 2026-02-01 12:00:00", "snapshot before restored". */
export function commandText(call: AdminCall): string {
  const path = call.path.replace(/^\/_admin/, '')
  if (path === '/clock') return `clock ${moveText(call)}`
  const [, snapshot] = /^\/snapshots\/([^/]+)\/restore$/.exec(path) ?? []
  if (snapshot !== undefined) return `snapshot ${snapshot} restored`
  const [, fault] = /^\/faults\/([^/]+)$/.exec(path) ?? []
  if (fault !== undefined) return `fault ${fault} ${call.method === 'DELETE' ? 'removed' : 'changed'}`
  return CALLS[`${call.method} ${path}`] ?? `${call.method} ${path}`
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
  return parts.length === 0 ? 'kept' : parts.join(', ')
}
