import { isUtf8 } from 'node:buffer'
import type { Service } from '../admin/call.js'
import { type JsonSchema, text } from '../contract/json-schema.js'
import { nearest } from '../core/nearest.js'
import { joinedHeader } from '../core/raw-headers.js'
import type { Reply } from '../domain/requests/reply.js'
import type { ContentsOf } from '../domain/state.js'
import type { OperationCall, RouteByService, ServedOperation, ServedService } from '../request/call.js'
import { reasonHeader } from '../request/errors.js'
import type { WireOperation } from '../request/service.js'
import { type CheckedService, checkServices } from './check.js'
import { contentsOf, type OwnContents } from './contents.js'
import { ownParts } from './places.js'
import { refusalReply, type SentAnswer } from './reply.js'
import { fitSamePaths, isDecodable, type OwnRoute, OwnRoutes, paramsIn } from './routes.js'
import { failureReply, type OwnOperation, runOwn } from './run.js'
import { ownSeed } from './seed.js'
import type { StandardSchema } from './standard-schema.js'

/**
 * @param definitions what the user passed to `defineService`
 * @param others the built-in services
 * @throws DefinitionProblem
 */
export function ownServices(definitions: readonly unknown[], others: readonly Service[]): readonly Service[] {
  const prefixes = others.flatMap(({ operations }) =>
    operations.map(({ path }) => path.replace(/\/\{.*$/, '')),
  )
  // The prefix can differ from the service's name: `projects.create` belongs to `documents`.
  const names = others.flatMap(({ name, operations }) => [
    name,
    ...operations.map(({ id }) => id.replace(/\..*/, '')),
  ])
  const checked = checkServices(definitions, { names, prefixes: [...new Set(prefixes)] })
  const operations = new Map<string, ServedOperation>()
  const all = checked.flatMap((one) => one.operations.map(({ route }) => route))
  const routes = new OwnRoutes(all)
  // OpenAPI doesn't allow two paths that differ only in their parameter names.
  const segmentsOf = (route: OwnRoute) => (all.find((other) => fitSamePaths(other, route)) ?? route).segments
  const find: ServedService['find'] = (method, path) => found(method, path, routes, operations)
  return checked.map((one) => {
    const contents = contentsOf(one)
    const served = one.operations.map((operation) =>
      servedAs(operation, one, { contents, segments: segmentsOf(operation.route) }),
    )
    for (const operation of served) operations.set(operation.id, operation)
    return {
      name: one.name,
      contents,
      seed: ownSeed(one, contents),
      operations: served,
      parts: ownParts(one.name, contents),
      find,
      wires: () =>
        Object.fromEntries(
          one.operations.map((operation) => [operation.id, wireOf(operation, segmentsOf(operation.route))]),
        ),
      schemas: () => ({}),
      tag: { name: one.name, description: 'A service of your own.' },
      errors: {
        schema: 'DatabaseError',
        body: (code = 'error', message) => JSON.stringify({ error: code, message }),
        emptySuccess: '{}',
        codeOf: (status) => (status >= 500 ? 'internal_error' : `http_${status}`),
        notShown: (allow) => (allow.length > 0 ? 405 : 501),
      },
      admin: async () => (await import('./admin.js')).ownAdmin(one, contents),
    } satisfies Service
  })
}

/** If only the service can be found, the hint lists its routes. */
function found(
  method: string,
  path: string,
  routes: OwnRoutes,
  operations: ReadonlyMap<string, ServedOperation>,
): RouteByService | undefined {
  const fitting = routes.fitting(path)
  const match = fitting.find((route) => route.method === method)
  const operation = match && operations.get(match.operation)
  if (operation !== undefined) return { operation, service: operation.service, segments: [] }
  const below = fitting.length > 0 ? fitting : routes.below(path)
  const service = below[0] && operations.get(below[0].operation)?.service
  if (service === undefined) return undefined
  const hint = isDecodable(path)
    ? hintFor(`${method} ${path}`, service, below)
    : "the path's percent-encoding is broken"
  const allow = [...new Set(fitting.map((route) => route.method))]
  return { operation: undefined, service, hint, allow }
}

function hintFor(asked: string, service: string, routes: readonly OwnRoute[]): string {
  const shown = routes.map(({ method, path }) => `${method} ${path}`)
  const meant = nearest(asked, shown)
  const has = `${service} has ${shown.join(', ')}`
  return meant === undefined ? has : `did you mean ${meant}? ${has}`
}

interface Around {
  readonly contents: ContentsOf<OwnContents>
  readonly segments: OwnRoute['segments']
}

function servedAs(
  operation: OwnOperation,
  { name }: CheckedService,
  { contents, segments }: Around,
): ServedOperation {
  const { id, route } = operation
  return {
    id,
    service: name,
    method: route.method,
    path: `/${segments.map((one) => ('literal' in one ? one.literal : `{${one.parameter}}`)).join('/')}`,
    credential: 'none',
    summary: `${route.method} ${route.path}`,
    gates: [],
    emptySuccess: () => '{}',
    run: (call) => sent(answered(call, operation, contents)),
  }
}

function answered(
  { world, request, path, query, decision }: OperationCall,
  operation: OwnOperation,
  contents: ContentsOf<OwnContents>,
): SentAnswer {
  const { method, at: now, body, rawHeaders, bodyIsTooLarge } = request
  if (bodyIsTooLarge) return refusalReply(413, { error: 'too_large', message: 'the body is too long' })
  if (!isUtf8(body))
    return refusalReply(400, { error: 'invalid_body', message: 'the body is not valid UTF-8' })
  decision.countedBy = contents.name
  const held = world.state.of(contents)
  const stream = `services/${contents.name}`
  const putBack = world.random.mark(stream)
  try {
    const params = paramsIn(operation.route, path) ?? {}
    const asked = { method, path, query, params, headers: headersOf(rawHeaders), body: body.toString(), now }
    const { state, reply, failed } = runOwn(operation, asked, {
      state: held.at(now),
      random: world.random.stream(stream),
    })
    if (failed) putBack()
    held.keep(state, now)
    return reply
  } catch (error) {
    putBack()
    return failureReply(operation.id, error)
  }
}

/** Keyed by lower-case name. */
function headersOf(rawHeaders: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null)
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    headers[name] ??= joinedHeader(rawHeaders, name) ?? ''
  }
  return headers
}

const sent = ({ status, headers, body, reason }: SentAnswer): Reply => ({
  status,
  headers: reason === undefined ? headers : [...headers, 'X-Emulator-Reason', reasonHeader(reason)],
  body,
  reason,
  outcome: status < 400 ? undefined : `http_${status}`,
  isVerbatim: true,
})

const wireOf = ({ route, body }: OwnOperation, segments: OwnRoute['segments']): WireOperation => ({
  parameters: segments.flatMap((segment) =>
    'parameter' in segment
      ? [
          {
            name: segment.parameter,
            in: 'path' as const,
            required: true,
            description: `The ${segment.parameter}.`,
            schema: text,
            example: 'a',
          },
        ]
      : [],
  ),
  ...(route.method === 'GET' || route.method === 'DELETE'
    ? {}
    : { body: { schema: jsonSchemaOf(body), isOptional: body === undefined } }),
  // Only the service's code knows which statuses it returns.
  statuses: [200, 'default'],
})

/** Returns `{}`, which allows any JSON, if the library can't generate a JSON Schema or generates one with `$ref`. */
function jsonSchemaOf(schema: StandardSchema | undefined): JsonSchema {
  try {
    const written = { ...schema?.['~standard'].jsonSchema?.input({ target: 'draft-2020-12' }) }
    return JSON.stringify(written).includes('"$ref"') ? {} : written
  } catch {
    return {}
  }
}
