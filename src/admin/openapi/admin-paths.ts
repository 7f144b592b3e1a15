import type { GenericSchema } from 'valibot'
import { stringify } from 'yaml'
import { Refusal, type RefusalCode } from '../../core/refusal.js'
import { type Direction, jsonSchemaOf } from '../../seed/schema/json-schema.js'
import type { AdminRoute } from '../call.js'
import { refused } from '../reply.js'
import { statusOf } from '../statuses.js'
import type { CallBody, CallDescription } from './call.js'
import { callGroups } from './calls.js'
import { REASONS, responsesByStatus } from './refusals.js'
import { anything, ref, type Schema, text } from './schema.js'

/** What is known of a call that has no row in the tables: that it answers. */
const UNDESCRIBED: CallDescription = { answer: { schema: anything, example: {} } }

/** Error answers that calls share, by name: components.responses. */
export type SharedResponses = Record<string, object>

/**
 * An admin call as an operation of OpenAPI.
 *
 * @param shared takes the error answers that it refers to
 */
export async function adminOperation(route: AdminRoute, shared: SharedResponses): Promise<object> {
  const line = `${route.method} ${route.path}`
  const group = callGroups.find(({ calls }) => Object.hasOwn(calls, line))
  const description = group?.calls[line] ?? UNDESCRIBED
  const parameters = parametersOf(route, description)
  const { body } = description
  return {
    operationId: ['admin', ...segmentsOf(route).map(withoutColon), route.method.toLowerCase()].join('.'),
    // A line of help goes on with examples behind its first clause.
    summary: route.help.split(/[:;] |, \{/)[0],
    description: route.help,
    ...(group === undefined ? {} : { tags: [group.tag] }),
    security: route.isOpen === true ? [] : [{}, { adminToken: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: body.isNeeded === true, content: await contentOf(body, 'input') } }),
    responses: {
      ...(await successOf(description)),
      ...errorsOf(refusalsOf(route, description), shared),
    },
  }
}

const segmentsOf = ({ path }: AdminRoute): string[] => path.split('/').slice(1)
const isParameter = (segment: string): boolean => segment.startsWith(':')
const withoutColon = (segment: string): string => segment.replace(':', '')

/** The path as OpenAPI writes it. */
export function adminPath({ path }: AdminRoute): string {
  return `/_admin${path.replace(/:(\w+)/g, '{$1}')}`
}

function parametersOf(route: AdminRoute, { query = {} }: CallDescription): object[] {
  const names = segmentsOf(route).filter(isParameter).map(withoutColon)
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: text })),
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
  ]
}

async function successOf({ answer }: CallDescription): Promise<object> {
  if (answer === undefined) return { 204: { description: 'Done.' } }
  return { [answer.status ?? 200]: { description: 'Done.', content: await contentOf(answer, 'output') } }
}

async function contentOf(
  { schema, example, isYaml = false, type = 'application/json' }: CallBody,
  direction: Direction,
): Promise<object> {
  const json = { [type]: { schema: await asJsonSchema(schema, direction), example } }
  return isYaml ? { ...json, 'application/yaml': { schema: text, example: stringify(example) } } : json
}

/** A schema that validates, as the JSON Schema that says the same; one that is JSON Schema, as it is. */
export async function asJsonSchema(schema: Schema | GenericSchema, direction: Direction): Promise<Schema> {
  if (!isValibot(schema)) return schema
  const converted = Object.entries(await jsonSchemaOf(schema, direction))
  // Of definitions there are only those that a field's own form has replaced.
  return Object.fromEntries(converted.filter(([name]) => name !== '$schema' && name !== '$defs'))
}

const isValibot = (schema: Schema | GenericSchema): schema is GenericSchema => '~standard' in schema

function errorsOf(refusals: readonly RefusalCode[], shared: SharedResponses): object {
  return responsesByStatus(refusals, statusOf, (codes) => {
    const name = codes.map(inPascalCase).join('Or')
    shared[name] ??= {
      description: codes.map((code) => REASONS[code]).join(' '),
      content: {
        'application/json': {
          schema: ref('AdminError'),
          examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
        },
      },
    }
    return { $ref: `#/components/responses/${name}` }
  })
}

const inPascalCase = (code: RefusalCode): string =>
  code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

function refusalsOf(route: AdminRoute, { body, refusals = [] }: CallDescription): RefusalCode[] {
  const codes: RefusalCode[] = ['invalid_request', 'forbidden_host', 'forbidden_origin']
  if (route.isOpen !== true) codes.push('unauthorized')
  if (route.path.includes(':')) codes.push('not_found')
  if (body !== undefined) codes.push('too_large')
  return [...new Set([...codes, ...refusals])]
}

/** As the admin interface itself would say it. */
function exampleOf(code: RefusalCode): object {
  return { value: JSON.parse(String(refused(new Refusal(code, REASONS[code])).body)) }
}
