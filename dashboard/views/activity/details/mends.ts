import type { LifeEventInfo } from '../../../../src/admin/calls/history/life.js'
import { isRecord } from '../../../../src/core/objects.js'
import type { Fix } from '../../../../src/domain/refusals/fixes.js'
import type { ToSend } from '../../../lib/curl.js'

const CREDENTIAL_HEADER = /^(?:x-kv-key|x-api-key|authorization)$/i

/** "{token}" in the value stands for that member of `answer`. */
export function withHeader(
  sent: ToSend,
  [name, value]: NonNullable<Fix['header']>,
  answer: Readonly<Record<string, unknown>>,
): ToSend {
  const isReplaced = (one: string) =>
    one.toLowerCase() === name.toLowerCase() || (CREDENTIAL_HEADER.test(name) && CREDENTIAL_HEADER.test(one))
  const filled = value.replace(/\{(\w+)\}/g, (_, member: string) => String(answer[member]))
  return { ...sent, headers: [...sent.headers.filter(([one]) => !isReplaced(one)), [name, filled]] }
}

/**
 * @param life oldest first
 * @returns undefined if the entry never existed, or contains a number that JavaScript would round
 */
export function putBack(life: readonly LifeEventInfo[]): object | undefined {
  const last = life.findLast(({ kind }) => kind === 'written')?.value
  if (!isRecord(last) || !('value' in last) || isRounded(last.value)) return undefined
  const { value, ttlSeconds } = last
  return { value, ...(typeof ttlSeconds === 'number' ? { ttlSeconds } : {}) }
}

function isRounded(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER
  return typeof value === 'object' && value !== null && Object.values(value).some(isRounded)
}
