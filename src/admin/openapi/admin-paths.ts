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
    problems: v.exactOptional(
      described('If a seed is invalid, its problems and where they are.', v.array(anyObject)),
    ),
  }),
)

/** The components that a document's operations refer to. */
export class DocumentParts {
  /** Error responses by name, for `components.responses`. */
  readonly responses: Record<string, object> = {}
  /** Named schemas that were used, and those that they refer to, for `components.schemas`. */
  readonly schemas: Record<string, JsonSchema> = {}
  /** Cached, since several calls have the same response, and all of them have the same errors. */
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
      // The schema may refer to itself.
      this.schemas[name] = {}
      this.schemas[name] = this.schema(make(), 'output')
    }
    const converted = Object.entries(jsonSchemaOf(schema, direction, { onComponent }))
    // Any remaining definitions belong to fields that we've replaced.
    return Object.fromEntries(converted.filter(([name]) => name !== '$schema' && name !== '$defs'))
  }
}

/**
 * @param shared collects the components that it refers to
 * @param services declare the path parameters
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

/** Path parameters, keyed by the path segment that precedes them. The examples exist in fixtures/demo.yaml. */
const PATH_PARAMETERS: Readonly<Record<string, Parameter>> = {
  faults: parameter("A fault's id.", plainText, 'f_1'),
  held: parameter("A held request's id.", plainText, 'r1'),
  requests: parameter("A request's id.", plainText, 'r1'),
  snapshots: parameter("A snapshot's name.", plainText, 'before'),
  worlds: parameter("A world's id.", plainText, 'w1'),
  keys: parameter("A key's text.", plainText, 'kv_read_shop'),
  entries: parameter("An entry's key. Write a slash as %2F.", plainText, 'flag:checkout'),
}

/** Examples for stores, where they differ from those for namespaces. */
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
  // JSON is valid YAML, and loading the YAML library would take up a quarter of the document's time.
  return { ...json, 'application/yaml': { schema: plainText, example: JSON.stringify(shown, undefined, 2) } }
}

/** Our examples are small enough for bigints to become numbers. */
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

/** Exactly what the admin interface would answer. */
function exampleOf(code: RefusalCode): object {
  return { value: JSON.parse(String(refused(new Refusal(code, summaryOf(code))).body)) }
}
