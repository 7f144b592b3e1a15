import type * as v from 'valibot'
import { expectTypeOf, test } from 'vitest'
import type { Profile } from '../../../src/domain/profile/profile-types.js'
import type { profileSchema } from '../../../src/domain/profile/schema.js'

/** Removes `readonly`, at any depth. */
type Writable<T> = T extends object ? { -readonly [Name in keyof T]: Writable<T[Name]> } : T

test('the type of a profile is that of what its schema makes', () => {
  expectTypeOf<Writable<Profile>>().toEqualTypeOf<v.InferOutput<ReturnType<typeof profileSchema>>>()
})
