import { expect, test } from 'vitest'
import { stopsOf } from '../../../dashboard/views/activity/details/stops.js'

const asked = (id: string, at: number) => ({ id, at })
const kinds = (...args: Parameters<typeof stopsOf>) => stopsOf(...args).map(({ kind, at }) => `${kind} ${at}`)

const LIFE = [
  { kind: 'written', at: 0, by: 'start' },
  { kind: 'read', at: 10, by: 'r1' },
  { kind: 'written', at: 20, by: 'r2' },
  { kind: 'expired', at: 80, by: 'expiry' },
  { kind: 'missed', at: 90, by: 'r3' },
  { kind: 'written', at: 95, by: 'a1' },
  { kind: 'read', at: 96, by: 'r4' },
  { kind: 'expires', at: 155, by: 'expiry' },
] as const

test('the line goes from the last writing to the request, and on to the end that was to come', () => {
  expect(kinds(LIFE, asked('r4', 96))).toEqual(['written 95', 'asked 96', 'expires 155'])
})

test('a request that came too late is after the expiry', () => {
  expect(kinds(LIFE, asked('r3', 90))).toEqual(['written 20', 'expired 80', 'asked 90'])
})

test('a request that wrote is itself the beginning', () => {
  expect(kinds(LIFE, asked('r2', 20))).toEqual(['asked 20', 'expired 80'])
})

test('what was written again later has no end before that', () => {
  expect(kinds(LIFE, asked('r1', 10))).toEqual(['written 0', 'asked 10'])
  expect(kinds([], asked('r9', 5))).toEqual([])
})
