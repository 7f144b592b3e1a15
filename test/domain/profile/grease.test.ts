import { describe, expect, test } from 'vitest'
import { Grease, greasedOptions } from '../../../src/domain/profile/grease.js'
import { defaultProfile, overlaid, type Profile, patchProfile } from '../../../src/domain/profile/profile.js'
import { optionsOf } from '../../support/options-of.js'

/** Enough names to meet every profile of a number. */
const NAMES = Array.from({ length: 200 }, (_, index) => `r${index + 1}`)

const LISTED = [
  'kv.putStatus',
  'kv.deleteBody',
  'config.putStatus',
  'config.deleteBody',
  'errors.shape',
  'errors.codes.413',
  'errors.codes.5xx',
  'database.next',
  'database.createProjectStatus',
  'database.absentMembers',
  'kv.createdAtPrecision',
  'auth.challenge',
  'http.charset',
]

const profilesOf = (number: number, profile: Profile = defaultProfile): Profile[] => {
  const grease = new Grease(number)
  return NAMES.map((name) => grease.vary(profile, name))
}

function valuesIn(profiles: readonly Profile[]): Map<string, Set<unknown>> {
  const values = new Map<string, Set<unknown>>()
  for (const profile of profiles) {
    for (const [path, value] of optionsOf(profile)) {
      values.set(path, (values.get(path) ?? new Set()).add(value))
    }
  }
  return values
}

test.each([1, 2])('the options of the answers vary under %i if they are listed, and only then', (number) => {
  const values = valuesIn(profilesOf(number))
  const varied = [...values].filter(([, { size }]) => size > 1).map(([path]) => path)
  expect(varied.sort()).toEqual([...LISTED].sort())
})

test('greased options take every possible value', () => {
  const values = valuesIn([1, 2, 3].flatMap((number) => profilesOf(number)))
  const sorted = (path: string) => [...(values.get(path) ?? [])].sort()
  for (const section of ['kv', 'config']) {
    expect(sorted(`${section}.putStatus`)).toEqual([200, 201, '201 or 200'])
    expect(sorted(`${section}.deleteStatus`)).toEqual([200])
    expect(sorted(`${section}.deleteBody`)).toEqual(['ok', 'ok+key'])
  }
  expect(sorted('errors.shape')).toEqual(['code', 'flat', 'nested'])
  expect(sorted('database.createProjectStatus')).toEqual([200, 201])
  expect(sorted('database.next')).toEqual(['cursor', 'path', 'url'])
  expect(sorted('errors.codes.5xx')).toEqual(
    ['INTERNAL_ERROR', 'err_internal_error', 'error', 'internal-error', 'internal_error', null].sort(),
  )
  // The contract says that these have none (docs/CONTRACT.md, errors of A and B).
  for (const status of [400, 401, 403, 404]) expect(sorted(`errors.codes.${status}`)).toEqual([null])
})

test('the options of the answers vary independently: puts in namespaces differ from those in stores', () => {
  const pairs = profilesOf(1).map(({ kv, config }) => `${kv.putStatus} ${config.putStatus}`)
  expect(new Set(pairs).size).toBeGreaterThan(6)
})

test('the options of the answers are the same for equal numbers and names, and differ with the number', () => {
  expect(profilesOf(7)).toEqual(profilesOf(7))
  expect(profilesOf(8)).not.toEqual(profilesOf(7))
})

test('the options of the answers need few profiles per number, however many answers there are', () => {
  expect(new Set(profilesOf(1)).size).toBeLessThanOrEqual(16)
})

describe('an option that a profile sets', () => {
  test.each<[path: string, patch: object]>([
    ['kv.putStatus', { kv: { putStatus: 200 } }],
    ['kv.deleteStatus', { kv: { deleteStatus: 204 } }],
    ['config.deleteBody', { config: { deleteBody: 'ok' } }],
    ['errors.shape', { errors: { shape: 'code' } }],
    ['errors.codes.404', { errors: { codes: { '404': 'gone' } } }],
    ['errors.codes.5xx', { errors: { codes: { '5xx': 'broken' } } }],
    ['database.next', { database: { next: 'url' } }],
  ])('%s stays, and all others are as they were', (path, patch) => {
    const named = patchProfile(defaultProfile, patch)
    const value = optionsOf(named).get(path)
    const expected = profilesOf(3).map((profile) => new Map(optionsOf(profile)).set(path, value))
    expect(profilesOf(3, named).map((profile) => optionsOf(profile))).toEqual(expected)
  })

  test('an option that a profile sets stays set through later patches', () => {
    const first = patchProfile(defaultProfile, { kv: { putStatus: 200 } })
    const then = patchProfile(first, { kv: { ttlMissing: 90 }, config: { putStatus: undefined } })
    const values = valuesIn(profilesOf(3, then))
    expect(values.get('kv.putStatus')).toEqual(new Set([200]))
    expect(values.get('config.putStatus')).toEqual(new Set([200, 201, '201 or 200']))
  })

  test('an option that a profile sets does not count as set if it was only overlaid', () => {
    const profile = overlaid(defaultProfile, { kv: { putStatus: 201 } })
    expect(valuesIn(profilesOf(3, profile)).get('kv.putStatus')).toEqual(new Set([200, 201, '201 or 200']))
  })

  test('an option that a profile sets is not among those that grease decided', () => {
    const read = { 'kv.putStatus': 200, 'kv.ttlEcho': 'clamped', 'errors.codes': {}, 'errors.shape': 'flat' }
    const decided = (patch: object) => Object.keys(greasedOptions(read, patchProfile(defaultProfile, patch)))
    expect(decided({})).toEqual(['kv.putStatus', 'errors.codes', 'errors.shape'])
    expect(decided({ kv: { putStatus: 200 } })).toEqual(['errors.codes', 'errors.shape'])
    expect(decided({ errors: { codes: { '413': 'too_long' } } })).toContain('errors.codes')
    expect(decided({ errors: defaultProfile.errors })).toEqual(['kv.putStatus'])
  })
})
