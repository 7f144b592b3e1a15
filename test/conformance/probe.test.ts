import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../conformance/emulator/sandbox.js'
import { GAPS } from '../../conformance/gaps/table.js'
import { OBSERVERS, probe } from '../../conformance/probe.js'
import type { ServiceUnderTest, SubjectSource } from '../../conformance/subject.js'
import { defaultProfile, type Profile, patchProfile } from '../../src/domain/profile/profile.js'
import { startEmulator } from '../../src/start-emulator.js'
import { extent } from '../support/extent.js'
import { optionsOf } from '../support/options-of.js'
import { randomProfiles } from './gaps/random-profiles.js'

/** More documents than fit on most pages. A page size that holds them all stays hidden. */
const DOCUMENTS = 450

/** The values that the probe found, by option, without hidden gaps. */
async function learned(host: SubjectSource): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  for await (const { gap, observation } of probe(host))
    if ('value' in observation) found.set(gap.option, observation.value)
  return found
}

/** The table of gaps says which options hide others. */
function visible(profile: Profile): Map<string, unknown> {
  const options = optionsOf(profile)
  for (const { option, sees } of GAPS) if (sees.length === 0) options.delete(option)
  const { kv, config, auth, database, limits } = profile
  if (kv.deleteStatus === 204) options.delete('kv.deleteBody')
  if (auth.issuer === null) options.delete('auth.issuer')
  if (auth.audience === null) options.delete('auth.audience')
  if (auth.tokenTime === 'real') options.delete('auth.leeway')
  if (config.deleteStatus === 204) options.delete('config.deleteBody')
  if (typeof kv.ttlMissing === 'number' && kv.ttlEcho === 'clamped') {
    options.set('kv.ttlMissing', Math.max(60, kv.ttlMissing))
  }
  options.set('database.defaultPageSize', Math.min(database.defaultPageSize, database.maxPageSize))
  if (database.maxPageSize >= DOCUMENTS && database.overMax === 'clamp') {
    options.delete('database.maxPageSize')
    options.delete('database.overMax')
  }
  const { keyBytes, keyCharacters, valueBytes, bodyBytes } = limits
  const body = bodyBytes === null ? 65_536 : Math.min(65_536, bodyBytes)
  const isAnyLength = keyBytes === null || keyBytes >= 2048
  if (isAnyLength) options.delete('limits.keyBytes')
  if (keyCharacters === null) options.delete('limits.keyCharacters')
  if (isAnyLength && keyCharacters === null) options.delete('limits.keyStatus')
  if (bodyBytes === null || bodyBytes >= 65_536) options.delete('limits.bodyBytes')
  if (valueBytes === null || valueBytes >= Math.min(65_000, body - 26)) options.delete('limits.valueBytes')
  return options
}

const sorted = (options: ReadonlyMap<string, unknown>) => Object.fromEntries([...options].sort())

test('exactly the gaps that a client can see have an observer', () => {
  const visibleGaps = GAPS.filter(({ sees }) => sees.length > 0).map(({ option }) => option)
  expect(Object.keys(OBSERVERS).sort()).toEqual(visibleGaps.sort())
})

describe('with every credential the profile is found', () => {
  test.each([{}, ...randomProfiles(extent(3, 10))].map((patch, index) => [index, patch] as const))(
    'with every credential the whole profile of emulator %i is found',
    async (_index, patch) => {
      await using emulator = await startEmulator({ profile: patch })
      await using sandbox = await openSandbox(emulator, { mark: 'probe1', documents: DOCUMENTS })
      const profile = patchProfile(defaultProfile, patch)
      expect(sorted(await learned(sandbox))).toEqual(sorted(visible(profile)))
    },
  )
})

describe('with few credentials only their part of the profile is found', () => {
  const offering = (
    sandbox: SubjectSource,
    pick: (subject: ServiceUnderTest) => Partial<ServiceUnderTest>,
  ): SubjectSource => ({
    async subjectFor(needs) {
      const subject = await sandbox.subjectFor(needs)
      const { send, prefix, baseUrl = '', dbBaseUrl = '' } = subject
      return { send, prefix, baseUrl, dbBaseUrl, ...pick(subject) }
    },
  })

  /** The options whose gaps need nothing else. */
  const within = (...needs: readonly string[]) =>
    GAPS.filter(({ sees }) => sees.length > 0 && sees.every((need) => needs.includes(need)))
      .map(({ option }) => option)
      .filter((option) => !option.startsWith('limits.') && !option.startsWith('database.'))
      // Only an error with a code shows this one, and these credentials cause none.
      .filter((option) => option !== 'errors.shape')
      .sort()

  const rows = [
    ['nothing', () => ({}), []],
    [
      'a read key',
      ({ namespace }: ServiceUnderTest) => ({
        namespace: { id: namespace?.id ?? '', keys: { read: namespace?.keys.read ?? '' } },
      }),
      within('kv', 'kv.reader', 'kv.read'),
    ],
    [
      'a write key',
      ({ namespace }: ServiceUnderTest) => ({
        namespace: { id: namespace?.id ?? '', keys: { write: namespace?.keys.write ?? '' } },
      }),
      within('kv', 'kv.writer', 'kv.write'),
    ],
    [
      'an admin key of a store',
      ({ store }: ServiceUnderTest) => ({
        store: { id: store?.id ?? '', keys: { admin: store?.keys.admin ?? '' } },
      }),
      within('store', 'store.reader', 'store.writer', 'store.admin'),
    ],
    [
      'a bearer token',
      ({ namespace, bearer = '' }: ServiceUnderTest) => ({
        namespace: { id: namespace?.id ?? '', keys: {} },
        bearer,
      }),
      within('kv', 'bearer'),
    ],
  ] as const

  test.each(rows)(
    'the probe finds only the part of the profile that its credentials can see: %s',
    async (_what, pick, options) => {
      await using emulator = await startEmulator()
      await using sandbox = await openSandbox(emulator, { mark: 'probe2' })
      expect([...(await learned(offering(sandbox, pick))).keys()].sort()).toEqual(options)
    },
  )

  test('a database key shows only the gaps of the database', async () => {
    await using emulator = await startEmulator()
    await using sandbox = await openSandbox(emulator, { mark: 'probe2', documents: DOCUMENTS })
    const found = await learned(
      offering(sandbox, ({ database }) => ({ database: { key: database?.key ?? '', mayCreate: false } })),
    )
    expect(sorted(found)).toEqual({
      'database.codes.401': 'unauthorized',
      'database.defaultPageSize': 20,
      'database.documentIdInvalid': 400,
      'database.limitZero': 'reject',
      'database.maxPageSize': 100,
      'database.next': 'url',
      'database.overMax': 'clamp',
    })
  })
})
