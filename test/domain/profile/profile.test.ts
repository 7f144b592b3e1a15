import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Refusal } from '../../../src/core/refusal.js'
import {
  defaultProfile,
  namedOptions,
  optionPaths,
  patchProfile,
  profileProblems,
} from '../../../src/domain/profile/profile.js'
import { profileSchema } from '../../../src/domain/profile/schema.js'

/** Tests in test/request/gaps check the effect of each value. */
function refusalOf(patch: unknown): Refusal | undefined {
  try {
    patchProfile(defaultProfile, patch)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return undefined
}

test('every default is a value that its option takes', () => {
  expect(v.parse(profileSchema(), {})).toEqual(defaultProfile)
})

test('a patch without options returns the same profile', () => {
  expect(patchProfile(defaultProfile, {})).toBe(defaultProfile)
  expect(refusalOf([])).toBeInstanceOf(Refusal)
  expect(profileProblems(201)).toEqual([{ path: [], message: expect.any(String) }])
})

test('a patch changes only the options that it names, in a new profile', () => {
  const before = structuredClone(defaultProfile)
  const patched = patchProfile(defaultProfile, {
    kv: { defaultLimits: { reads: 3 } },
    errors: { codes: { '404': 'gone' } },
  })
  expect(patched.kv).toEqual({
    ...before.kv,
    defaultLimits: { reads: 3, writes: 100_000, lists: 10_000, storageBytes: 104_857_600 },
  })
  expect(patched.errors.codes).toEqual({ ...before.errors.codes, '404': 'gone' })
  expect({ ...patched, kv: before.kv, errors: before.errors }).toEqual(before)
  expect(defaultProfile).toEqual(before)
})

test('a patch adds to the patches before it', () => {
  const once = patchProfile(defaultProfile, { kv: { putStatus: 201 } })
  const twice = patchProfile(once, { kv: { ttlMissing: 90 } })
  expect(twice.kv).toEqual({ ...defaultProfile.kv, putStatus: 201, ttlMissing: 90 })
})

test.each([
  ['nothing', {}],
  ['an empty section', { kv: {}, errors: { codes: {} } }],
  ['undefined', { kv: { putStatus: undefined, defaultLimits: undefined }, config: undefined }],
])('a patch that holds %s changes nothing', (_, patch) => {
  const changed = patchProfile(defaultProfile, { kv: { putStatus: 201 } })
  expect(patchProfile(changed, patch)).toEqual(changed)
})

test.each<[patch: unknown, message: string]>([
  [{ kv: { putStatus: 202 } }, 'kv.putStatus: expected one of 200, 201, "201 or 200", found the number 202'],
  [{ kv: { putStatus: null } }, 'kv.putStatus: expected one of 200, 201, "201 or 200", found nothing (null)'],
  [{ kv: { deleteMissing: 200 } }, 'kv.deleteMissing: expected one of 404, "ok", found the number 200'],
  [
    { kv: { ttlMissing: 0 } },
    'kv.ttlMissing: expected "reject" or a whole number of seconds above 0, found the number 0',
  ],
  [{ kv: { countMisses: 'yes' } }, 'kv.countMisses: expected true or false, found the text "yes"'],
  [
    { kv: { defaultLimits: { reads: -1 } } },
    'kv.defaultLimits.reads: expected an integer from 0 to 9007199254740991, found the number -1',
  ],
  [
    { kv: { defaultLimits: { reads: 2 ** 53 } } },
    'kv.defaultLimits.reads: expected an integer from 0 to 9007199254740991, found the number 9007199254740992',
  ],
  [
    { database: { maxPageSize: 0 } },
    'database.maxPageSize: expected an integer from 1 to 9007199254740991, found the number 0',
  ],
  [
    { limits: { keyBytes: 1.5 } },
    'limits.keyBytes: expected an integer from 0 to 9007199254740991, found the number 1.5',
  ],
  [
    { limits: { keyCharacters: 7 } },
    'limits.keyCharacters: expected text: up to 200 characters and ranges of them, such as "A-Za-z0-9_.:-", found the number 7',
  ],
  [{ auth: { ownerClaim: '' } }, 'auth.ownerClaim: expected text that is not empty, found the text ""'],
  [{ auth: { secret: 7 } }, 'auth.secret: expected text, found the number 7'],
  [{ errors: { codes: { '404': 404 } } }, 'errors.codes.404: expected text, found the number 404'],
  [{ database: { codes: { '401': null } } }, 'database.codes.401: expected text, found nothing (null)'],
  [{ kv: { putstatus: 201 } }, 'kv.putstatus: there is no such option'],
  [{ errors: { codes: { '418': 'teapot' } } }, 'errors.codes.418: there is no such option'],
  [{ 'kv.putStatus': 201 }, 'kv.putStatus: there is no such option'],
  [{ kv: null }, 'kv: expected an object of options, found nothing (null)'],
  [{ kv: [] }, 'kv: expected an object of options, found a list'],
  [null, 'the profile: expected an object of options, found nothing (null)'],
  [[], 'the profile: expected an object of options, found a list'],
])('the patch %j is refused', (patch, message) => {
  expect(refusalOf(patch)).toMatchObject({ code: 'invalid_profile', reason: message })
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'a patch with an option called %s is refused',
  (name) => {
    for (const path of [[name], ['kv', name], ['errors', 'codes', name]]) {
      const inner = path.reduceRight((rest, step) => `{${JSON.stringify(step)}:${rest}}`, '{"putStatus":201}')
      const patch: unknown = JSON.parse(inner)
      expect(refusalOf(patch)?.reason).toBe(`${path.join('.')}: there is no such option`)
    }
    expect(Reflect.get({}, 'putStatus')).toBeUndefined()
  },
)

test('a refused patch reports every wrong option at once, and its right options change nothing', () => {
  const patch = { kv: { putStatus: 201, ttlEcho: 'no', what: 1 }, database: { next: 'page' }, nothing: {} }
  expect(profileProblems(patch).map(({ path }) => path.join('.'))).toEqual([
    'kv.ttlEcho',
    'database.next',
    'kv.what',
    'nothing',
  ])
  const reason = refusalOf(patch)?.reason ?? ''
  for (const name of ['kv.ttlEcho', 'database.next', 'kv.what', 'nothing'])
    expect(reason).toContain(`${name}: `)
  expect(defaultProfile.kv.putStatus).toBe(200)
})

test('the options that were set are those of all patches, by path', () => {
  const once = patchProfile(defaultProfile, {
    kv: { putStatus: 201 },
    errors: { codes: { '404': 'gone' } },
  })
  const twice = patchProfile(once, { limits: { keyBytes: null } })
  expect([...namedOptions(twice)]).toEqual(['kv.putStatus', 'errors.codes.404', 'limits.keyBytes'])
  expect([...namedOptions(defaultProfile)]).toEqual([])
})

test('the options that were set do not include undefined ones', () => {
  expect(optionPaths({ kv: { putStatus: undefined, ttlMissing: 90 }, auth: undefined })).toEqual([
    'kv.ttlMissing',
  ])
})

test('a refusal of a patch names every problem with its place, and refers to the list of options', () => {
  const refusal = refusalOf({ kv: { nothing: 1, putStatus: 999 }, constructor: 1 })
  expect(refusal?.reason).toMatch(
    /^kv\.putStatus: .+; kv\.nothing: there is no such option; constructor: there is no/,
  )
  expect(refusal?.details?.hint).toMatch(/^known here: /)
  expect(refusalOf({ kv: 7 })?.details).toEqual({ hint: 'list the options with GET /_admin/profile' })
  expect(refusalOf(7)?.reason).toMatch(/^the profile: /)
})

test.each([
  [{ kv: { putstatus: 201 } }, 'did you mean putStatus?'],
  [{ putStatus: 201 }, 'did you mean kv.putStatus?'],
  [{ 'kv.putStatus': 201 }, 'did you mean kv.putStatus?'],
  [{ kv: { deleteMissing: 'okk' } }, 'did you mean ok?'],
  [{ kvs: {} }, 'did you mean kv?'],
  [{ maxPageSize: 5 }, 'did you mean database.maxPageSize?'],
  [{ errors: { maxPageSize: 5 } }, 'known here: shape, codes'],
])('a refusal of a patch says what may have been meant: %j', (patch, hint) => {
  expect(refusalOf(patch)?.details).toEqual({ hint })
})

test('a refusal of a patch explains the alternative to an address of keys', () => {
  expect(refusalOf({ auth: { jwksUrl: 'http://a.test' } })?.reason).toContain('name that in auth.jwksFile')
  expect(refusalOf({ kv: { jwksUrl: 'http://a.test' } })?.reason).not.toContain('jwksFile')
})
