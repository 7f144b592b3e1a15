import type { InferInput } from 'valibot'
import { expectTypeOf, test } from 'vitest'
import type { FaultObject, MatchObject } from '../../../src/domain/faults/fault-object.js'
import type { FaultSeed, fault } from '../../../src/seed/schema/fault.js'

test('the declared type is that of the checked values', () => {
  expectTypeOf<keyof FaultObject>().toEqualTypeOf<keyof FaultSeed>()
  expectTypeOf<keyof MatchObject>().toEqualTypeOf<keyof Exclude<FaultSeed['match'], undefined>>()
  // Times beyond 2^53 ms were bigints before parsing.
  expectTypeOf<Omit<FaultSeed, 'from' | 'until'>>().toExtend<FaultObject>()
  expectTypeOf<Omit<FaultObject, 'match' | 'delay'>>().toExtend<
    Omit<InferInput<typeof fault>, 'match' | 'delay'>
  >()
})
