import type { InferInput } from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import type { FaultObject, MatchObject } from '../../../src/domain/faults/fault-object.js'
import { type FaultSeed, fault } from '../../../src/seed/schema/fault.js'
import { match } from '../../../src/seed/schema/fault-match.js'
import { jsonSchemaOf } from '../../../src/seed/schema/json-schema.js'
import { membersOf } from '../../support/type-text.js'

/** The types of a fault are written out of its schema, so that editors show what each field does. */

test('the declared type matches the schema', async () => {
  const text = [
    '// Written from seed/schema/fault.ts: `npx vitest run test/domain/faults/types.test.ts -u` renews it.',
    '',
    "import type { OperationGlob } from '../../contract/operations.js'",
    "import type { ConnectionFault } from './connection-faults.js'",
    '',
    '/** Which calls a fault is for: all given fields must hold. */',
    'export interface MatchObject {',
    ...membersOf(await jsonSchemaOf(match, 'input'), { operation: 'OperationGlob' }),
    '}',
    '',
    '/** A fault as a seed, a call or a test gives it. */',
    'export interface FaultObject {',
    ...membersOf(await jsonSchemaOf(fault, 'input'), { match: 'MatchObject', connection: 'ConnectionFault' }),
    '}',
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../../src/domain/faults/fault-object.ts')
})

test('the declared type is that of the checked values', () => {
  expectTypeOf<keyof FaultObject>().toEqualTypeOf<keyof FaultSeed>()
  expectTypeOf<keyof MatchObject>().toEqualTypeOf<keyof Exclude<FaultSeed['match'], undefined>>()
  // Times beyond 2^53 ms are bigints in what was read.
  expectTypeOf<Omit<FaultSeed, 'from' | 'until'>>().toExtend<FaultObject>()
  expectTypeOf<Omit<FaultObject, 'match' | 'delay'>>().toExtend<
    Omit<InferInput<typeof fault>, 'match' | 'delay'>
  >()
})
