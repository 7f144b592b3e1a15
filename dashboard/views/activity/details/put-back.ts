import type { LifeEventInfo } from '../../../../src/admin/calls/history/life.js'
import { isRecord } from '../../../../src/core/objects.js'

/**
 * @param life oldest first
 * @returns undefined if the entry never existed, or has a number that JavaScript would round
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
