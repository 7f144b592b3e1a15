import * as v from 'valibot'
import { type Complaint, expected, notExpected } from '../../core/expected.js'
import { readInstant } from '../../core/moment.js'
import { isRecord } from '../../core/objects.js'
import type { SeededService } from '../part.js'
import type { SourceDocument } from '../text/positions.js'
import { PROBLEMS_MAX } from '../text/problems.js'
import { issueAt } from './exact-json.js'
import { faults } from './fault.js'
import { asJsonSchema, flag, integer, mapping, plainNumber, text } from './fields.js'
import { instant } from './times.js'

/** Defines version 1 of the seed format (docs/DESIGN.md section 4): its validation, types and JSON Schema. */

const PROFILE_MEND = 'write { kv: { putStatus: 201 } }'

const clock = mapping(
  'the clock',
  {
    now: v.exactOptional(
      v.pipe(
        instant,
        v.description(
          'The time it starts at, which is also the origin of relative times. Defaults to the real time.',
        ),
      ),
    ),
    freeze: v.exactOptional(v.pipe(flag, v.description('True to freeze the clock until you move it.'))),
    rate: v.exactOptional(
      v.pipe(
        v.number(expected('a number above 0')),
        v.gtValue(0, expected('a number above 0', 'freeze: true stops the clock')),
        v.finite(expected('a number above 0')),
        v.description('Virtual seconds per real second. Defaults to 1.'),
      ),
    ),
  },
  (input) => {
    if (/^(?:frozen|freeze|stopped)$/.test(String(input))) return 'write clock: { freeze: true }'
    return readInstant(String(input)) === undefined ? undefined : `write clock: { now: ${input} }`
  },
)

/**
 * Only checks that the sections are objects, since the domain validates the options. We don't use valibot's `record`,
 * which would drop a section called "constructor".
 */
const profile = v.pipe(
  v.custom<Record<string, Record<string, unknown>>>(
    isRecord,
    expected('the profile by section (a mapping)', PROFILE_MEND),
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const [name, input] of Object.entries<unknown>(dataset.value).slice(0, PROBLEMS_MAX)) {
      if (isRecord(input)) continue
      addIssue(issueAt([name], notExpected(input, 'the options of one section (a mapping)', PROFILE_MEND)))
    }
  }),
  asJsonSchema({ type: 'object', additionalProperties: { type: 'object', additionalProperties: {} } }),
)

/** An object that's validated elsewhere. */
const anyFields = v.pipe(
  v.custom<Record<string, unknown>>(isRecord, expected('a mapping')),
  asJsonSchema({ type: 'object', additionalProperties: {} }),
)

const resume = mapping('resume', {
  ids: v.exactOptional(anyFields),
  random: v.exactOptional(anyFields),
  rateWindows: v.exactOptional(anyFields),
  gone: v.exactOptional(anyFields),
  cursors: v.exactOptional(anyFields),
  places: v.exactOptional(anyFields),
  creators: v.exactOptional(anyFields),
})

const ownStates = (services: readonly SeededService[]) =>
  v.pipe(
    v.custom<Record<string, object>>(
      isRecord,
      expected('the states of your own services by name (a mapping)'),
    ),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const [name, state] of Object.entries<unknown>(dataset.value)) {
        const service = services.find((one) => one.name === name && one.seed.ownProblems !== undefined)
        const problems = service?.seed.ownProblems?.(state) ?? [{ path: [], ...unknownService(name) }]
        for (const { path, ...complaint } of problems) addIssue(issueAt([name, ...path], complaint))
      }
    }),
    asJsonSchema({ type: 'object', additionalProperties: { type: 'object' } }),
  )

const unknownService = (name: string): Complaint => ({
  message: `there is no service of your own called ${name}`,
  hint: `load it with --service ./${name}.js or the services of startEmulator`,
})

/** Files for other tools keep their YAML anchors in fields such as `x-name` or `.name`. */
const adviseOnSeedField =
  (services: readonly SeededService[]) =>
  (name: string): string | undefined => {
    if (services.some((one) => one.name === name && one.seed.ownProblems)) return 'it belongs under services'
    return /^(?:x-|\.)/.test(name)
      ? 'put the anchor where it is first used: a seed has no field just for anchors'
      : undefined
  }

const madeOf = (services: readonly SeededService[]) =>
  v.pipe(
    mapping(
      'a seed',
      {
        version: v.exactOptional(
          v.pipe(
            v.literal(1, expected('version 1, the only one there is', plainNumber)),
            v.description('The version of the seed format, which is 1.'),
          ),
        ),
        clock: v.exactOptional(v.pipe(clock, v.description('The virtual clock at the start.'))),
        random: v.exactOptional(
          v.pipe(integer(0), v.description('The random seed for ids, templates and chances. Defaults to 1.')),
        ),
        profile: v.exactOptional(v.pipe(profile, v.description('Fills gaps in the contract, by section.'))),
        ...(Object.assign({}, ...services.map(({ seed }) => seed.fields)) as Record<never, never>),
        services: v.exactOptional(
          v.pipe(ownStates(services), v.description('The state of each of your own services, by name.')),
        ),
        faults: v.exactOptional(v.pipe(faults, v.description('Faults to inject.'))),
        resume: v.exactOptional(
          v.pipe(resume, v.description('Where an exported state continues. Written by exports.')),
        ),
        $schema: v.exactOptional(
          v.pipe(
            text,
            v.description('The JSON Schema that your editor uses for this file. The emulator ignores it.'),
          ),
        ),
      },
      undefined,
      adviseOnSeedField(services),
    ),
    v.description('A seed for the tristore emulator.'),
  )

const schemas = new WeakMap<readonly SeededService[], ReturnType<typeof madeOf>>()

export function seedSchema(services: readonly SeededService[]) {
  const schema = schemas.get(services) ?? madeOf(services)
  schemas.set(services, schema)
  return schema
}

/** A seed as plain data. Ids are text, and each service defines more fields. */
export type Seed = v.InferOutput<ReturnType<typeof seedSchema>>

export interface SeedDocument extends SourceDocument {
  readonly data: Seed
}
