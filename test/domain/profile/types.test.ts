import type * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Profile } from '../../../src/domain/profile/profile-types.js'
import { profileSchema } from '../../../src/domain/profile/schema.js'
import { jsonSchemaOf } from '../../../src/seed/schema/json-schema.js'
import { membersOf } from '../../support/type-text.js'

/** The types of the profile are written out of its schema, so that editors show what each option decides. */

test('the declared type matches the schema, with the description and default of each option', async () => {
  const text = [
    '// Written from schema.ts by test/domain/profile/types.test.ts: `npx vitest run test/domain/profile -u` renews it.',
    '',
    '/**',
    ' * Every option with its present value. Immutable: a change makes a new profile.',
    ' *',
    ' * @example',
    ' * const { kv } = await emulator.profile.get()',
    ' */',
    'export interface Profile {',
    ...membersOf(await jsonSchemaOf(profileSchema, 'output')),
    '}',
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../../src/domain/profile/profile-types.ts')
})

/** Without `readonly`, all the way down. */
type Writable<T> = T extends object ? { -readonly [Name in keyof T]: Writable<T[Name]> } : T

describe('the type', () => {
  test('is that of what the schema makes', () => {
    expectTypeOf<Writable<Profile>>().toEqualTypeOf<v.InferOutput<typeof profileSchema>>()
  })
})
