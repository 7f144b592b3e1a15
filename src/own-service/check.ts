import * as v from 'valibot'
import { didYouMean } from '../core/expected.js'
import { nearest } from '../core/nearest.js'
import { DefinitionProblem, type ServiceDefinition } from './define.js'
import type { Timed } from './due.js'
import { type JsonState, jsonState } from './json-state.js'
import { areSame, EXPECTED_ROUTE, type OwnRoute, parseRoute, reaches } from './routes.js'
import { type OwnOperation, said } from './run.js'
import type { StandardSchema } from './standard-schema.js'

export interface CheckedService extends Timed {
  readonly name: string
  /** The state that each world starts with. */
  readonly initial: JsonState
  readonly operations: readonly OwnOperation[]
  readonly schema: StandardSchema | undefined
}

/** Path prefixes that the emulator serves itself, in addition to everything under `/_`. */
const RESERVED_PREFIXES = ['/.well-known']
/** A service called `db` would get the variable `DB_BASE_URL`, which is already the database's address. */
const RESERVED_NAMES = ['db']

const aFunction = v.custom<(...given: never[]) => unknown>(
  (value) => typeof value === 'function',
  'expected a function',
)
const aSchema = v.custom<StandardSchema>(
  (value) =>
    (typeof value === 'object' || typeof value === 'function') && value !== null && '~standard' in value,
  'expected a Standard Schema',
)
const expected = (what: string) => `expected ${what}`

/** Rejects unknown members. */
const members = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, (issue) =>
    issue.expected === 'never'
      ? unknownMember(String(issue.path?.at(-1)?.key), Object.keys(entries))
      : expected(issue.path === undefined ? 'an object' : 'a value'),
  )

function unknownMember(name: string, known: readonly string[]): string {
  const meant = didYouMean(nearest(name, known))
  return meant === undefined ? 'there is no such member' : `there is no such member, ${meant}`
}

const routeSchema = v.pipe(
  v.string(EXPECTED_ROUTE),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const route = parseRoute(dataset.value)
    if (typeof route !== 'string') return route
    addIssue({ message: route })
    return NEVER
  }),
)

const nameSchema = (pattern: RegExp, what: string) =>
  v.pipe(v.string(expected(what)), v.regex(pattern, expected(what)))

const definitionSchema = members({
  name: nameSchema(/^[a-z][a-z0-9-]*$/, 'lower-case letters, digits and dashes'),
  state: aFunction,
  operations: v.record(
    nameSchema(/^[A-Za-z]\w*$/, 'a name of letters and digits'),
    members({
      route: routeSchema,
      body: v.optional(aSchema),
      badRequest: v.optional(v.picklist([400, 422], expected('400 or 422')), 422),
      run: aFunction,
    }),
    expected('operations by their names'),
  ),
  due: v.optional(aFunction),
  onDue: v.optional(aFunction),
  schema: v.optional(aSchema),
})

type Definition = ServiceDefinition<
  JsonState,
  Readonly<Record<string, string>>,
  Readonly<Record<string, unknown>>
>

/**
 * Also makes sure that names and routes don't clash.
 *
 * @param others names and path prefixes that the built-in services already use
 * @throws DefinitionProblem for the first mistake it finds
 */
export function checkServices(
  definitions: readonly unknown[],
  others: { readonly names: readonly string[]; readonly prefixes: readonly string[] },
): readonly CheckedService[] {
  const services: CheckedService[] = []
  for (const definition of definitions) {
    const service = checkService(definition)
    if ([...others.names, ...RESERVED_NAMES, ...services.map(({ name }) => name)].includes(service.name))
      throw new DefinitionProblem(`service ${service.name}: this name is taken, use another`)
    const taken = services.flatMap(({ operations }) => operations.map(({ route }) => route))
    for (const { route } of service.operations) {
      assertFree(route, taken, others.prefixes)
      taken.push(route)
    }
    services.push(service)
  }
  return services
}

function checkService(given: unknown): CheckedService {
  const { success, output, issues } = v.safeParse(definitionSchema, given)
  // A misspelled member shows up as a missing one too, so report unknown members first.
  if (!success) throw new DefinitionProblem(issueText(given, issues.find(isUnknown) ?? issues[0]))
  const { name, schema } = output
  // Call the functions on the original object, so that `this` is what its author expects.
  const definition = given as Definition
  const { due, onDue, operations } = definition
  const checked = Object.entries(output.operations).map(([key, { route, body, badRequest }]) => {
    const id = `${name}.${key}`
    return {
      id,
      route: { ...route, operation: id },
      body,
      badRequest,
      run: (call) => operations[key]?.run(call),
    } satisfies OwnOperation
  })
  return {
    name,
    initial: initialOf(definition),
    operations: checked,
    schema,
    ...(due && { due: (state) => due.call(definition, state) }),
    ...(onDue && { onDue: (moment) => onDue.call(definition, moment) }),
  }
}

function issueText(given: unknown, issue: v.BaseIssue<unknown>): string {
  const name = v.is(v.object({ name: v.string() }), given) ? `service ${given.name}` : 'a service'
  const place = v.getDotPath(issue)
  if (place === null) return `${name}: expected what defineService takes, found ${issue.received}`
  return `${name}: ${place}: ${issue.message}${isUnknown(issue) ? '' : `, found ${issue.received}`}`
}

const isUnknown = ({ type, expected: wanted }: v.BaseIssue<unknown>): boolean =>
  type === 'strict_object' && wanted === 'never'

function initialOf(definition: Definition): JsonState {
  try {
    return jsonState(definition.state())
  } catch (error) {
    throw new DefinitionProblem(`service ${definition.name}: state(): ${said(error)}`)
  }
}

function assertFree(route: OwnRoute, taken: readonly OwnRoute[], prefixes: readonly string[]): void {
  const at = `${route.operation}: the route ${route.method} ${route.path} matches`
  const same = taken.find((other) => areSame(route, other))
  if (same !== undefined) throw new DefinitionProblem(`${at} the same requests as ${same.operation}`)
  const prefix = [...prefixes, ...RESERVED_PREFIXES].find((one) => reaches(route, one))
  if (prefix !== undefined)
    throw new DefinitionProblem(`${at} paths under ${prefix}, which belong to the emulator: use another path`)
}
