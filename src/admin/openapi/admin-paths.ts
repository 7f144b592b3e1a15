import * as v from 'valibot'
import { anyObject, type Component, component, described, text } from '../../contract/answer-schema.js'
import { type JsonSchema, type Parameter, parameter, text as plainText } from '../../contract/json-schema.js'
import { Refusal, type RefusalCode } from '../../core/refusal.js'
import { adminStatusOf, summaryOf } from '../../domain/refusals/refusals.js'
import { type Direction, jsonSchemaOf } from '../../seed/schema/json-schema.js'
import type { AdminCall, BodyDescription, ServiceAdmin } from '../call.js'
import { refused } from '../reply.js'
import { responsesByStatus } from './refusals.js'

const adminError = component('AdminError', () =>
  v.object({
    error: text,
    message: text,
    hint: v.exactOptional(text),
    problems: v.exactOptional(described('Each with its place, if a seed is wrong.', v.array(anyObject))),
  }),
)

/** The parts that the operations of a document refer to. */
export class DocumentParts {
  /** Error answers, by name: components.responses. */
  readonly responses: Record<string, object> = {}
  /** Named schemas that were used, and those that they refer to: components.schemas. */
  readonly schemas: Record<string, JsonSchema> = {}
  /** Several calls have the same answer, and each has the same errors. */
  readonly #written = { input: new Map<object, JsonSchema>(), output: new Map<object, JsonSchema>() }

  schema(schema: v.GenericSchema, direction: Direction): JsonSchema {
    const known = this.#written[direction].get(schema)
    if (known !== undefined) return known
    const written = this.#write(schema, direction)
    this.#written[direction].set(schema, written)
    return written
  }

  #write(schema: v.GenericSchema, direction: Direction): JsonSchema {
    const onComponent = ({ name, make }: Component) => {
      if (this.schemas[name] !== undefined) return
      // It may refer to itself.
      this.schemas[name] = {}
      this.schemas[name] = this.schema(make(), 'output')
    }
    const converted = Object.entries(jsonSchemaOf(schema, direction, { onComponent }))
    // The only definitions are those that a field's own form has replaced.
    return Object.fromEntries(converted.filter(([name]) => name !== '$schema' && name !== '$defs'))
  }
}

/**
 * An admin call as an operation of OpenAPI.
 *
 * @param shared takes what it refers to
 * @param services have the parameters of their paths
 */
export function adminOperation(
  call: AdminCall,
  shared: DocumentParts,
  services: readonly ServiceAdmin[],
): object {
  const known = Object.assign({}, PATH_PARAMETERS, ...services.map(({ named }) => named))
  const parameters = parametersOf(call, shared, known)
  const { body } = call
  return {
    operationId: ['admin', ...segmentsOf(call).map(withoutColon), call.method.toLowerCase()].join('.'),
    summary: call.summary,
    description: call.help,
    tags: [call.tag],
    security: call.isOpen === true ? [] : [{}, { adminToken: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: { required: body.isNeeded === true, content: contentOf(body, 'input', shared) },
        }),
    responses: {
      ...successOf(call, shared),
      ...errorsOf(refusalsOf(call), shared.responses, shared.schema(adminError, 'output')),
    },
  }
}

const segmentsOf = ({ path }: AdminCall): string[] => path.split('/').slice(1)
const isParameter = (segment: string): boolean => segment.startsWith(':')
const withoutColon = (segment: string): string => segment.replace(':', '')

/** The path as OpenAPI writes it. */
export function adminPath({ path }: AdminCall): string {
  return `/_admin${path.replace(/:(\w+)/g, '{$1}')}`
}

function parametersOf(
  call: AdminCall,
  shared: DocumentParts,
  known: Readonly<Record<string, Parameter>>,
): object[] {
  const names = segmentsOf(call).filter(isParameter).map(withoutColon)
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, ...pathParameter(call, name, known) })),
    ...Object.entries(call.query ?? {}).map(([name, { description, schema, example }]) => ({
      name,
      in: 'query',
      required: false,
      description,
      schema: shared.schema(typeof schema === 'function' ? schema([]) : schema, 'input'),
      example,
    })),
  ]
}

/** The parameters of paths, by the segment before them; the examples are there under fixtures/demo.yaml. */
const PATH_PARAMETERS: Readonly<Record<string, Parameter>> = {
  faults: parameter('The id of a fault.', plainText, 'f_1'),
  held: parameter('The id of a request that is held.', plainText, 'r1'),
  requests: parameter('The id of a request.', plainText, 'r1'),
  snapshots: parameter('The name of a snapshot.', plainText, 'before'),
  worlds: parameter('The id of a world.', plainText, 'w1'),
  keys: parameter('The text of a key.', plainText, 'kv_read_shop'),
  entries: parameter('The key of an entry; a slash in it is written %2F.', plainText, 'flag:checkout'),
}

/** Examples for stores that differ from those for namespaces. */
const IN_STORES: Readonly<Record<string, string>> = { keys: 'kv_read_web', entries: 'banner' }

function pathParameter(call: AdminCall, name: string, known: Readonly<Record<string, Parameter>>): object {
  const segments = segmentsOf(call)
  const before = segments[segments.indexOf(`:${name}`) - 1] ?? ''
  const found = known[before]
  if (found === undefined) throw new Error(`${call.path}: no example of ${name}`)
  const example = (segments[0] === 'stores' ? IN_STORES[before] : undefined) ?? found.example
  return { ...found, example: withNumbers(example) }
}

function successOf({ answer }: AdminCall, shared: DocumentParts): object {
  if (answer === undefined) return { 204: { description: 'Done.' } }
  return {
    [answer.status ?? 200]: { description: 'Done.', content: contentOf(answer, 'output', shared) },
  }
}

function contentOf(
  { schema, example, isYaml = false, type = 'application/json' }: BodyDescription,
  direction: Direction,
  shared: DocumentParts,
): object {
  const shown = withNumbers(example)
  const json = { [type]: { schema: shared.schema(schema, direction), example: shown } }
  if (!isYaml) return json
  // YAML takes JSON as it is; loading the library takes a quarter of the document's time.
  return { ...json, 'application/yaml': { schema: plainText, example: JSON.stringify(shown, undefined, 2) } }
}

/** Examples of int64 are small. */
const withNumbers = (example: unknown): unknown =>
  JSON.parse(
    JSON.stringify(example, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
  )

function errorsOf(
  refusals: readonly RefusalCode[],
  shared: DocumentParts['responses'],
  error: JsonSchema,
): object {
  return responsesByStatus(refusals, adminStatusOf, (codes) => {
    const name = codes.map(inPascalCase).join('Or')
    shared[name] ??= {
      description: codes.map((code) => summaryOf(code)).join(' '),
      content: {
        'application/json': {
          schema: error,
          examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
        },
      },
    }
    return { $ref: `#/components/responses/${name}` }
  })
}

const inPascalCase = (code: RefusalCode): string =>
  code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

function refusalsOf({ path, isOpen, body, refusals = [] }: AdminCall): RefusalCode[] {
  const codes: RefusalCode[] = ['invalid_request', 'forbidden_host', 'forbidden_origin']
  if (isOpen !== true) codes.push('unauthorized')
  if (path.includes(':')) codes.push('not_found')
  if (body !== undefined) codes.push('too_large')
  return [...new Set([...codes, ...refusals])]
}

/** As the admin interface itself would say it. */
function exampleOf(code: RefusalCode): object {
  return { value: JSON.parse(String(refused(new Refusal(code, summaryOf(code))).body)) }
}
