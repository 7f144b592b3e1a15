import { DATABASE_SERVICE, type Operation } from '../../contract/operations.js'
import type { Profile } from '../../domain/profile/profile.js'
import type { ServedOperation, ServedService } from '../../request/call.js'
import type { WireOperation } from '../../request/service.js'
import { seedSchema } from '../../seed/schema/schema.js'
import { worldPath } from '../../worlds/paths.js'
import type { CallInput } from '../call.js'
import { TAGS } from '../tags.js'
import { adminOperation, adminPath, DocumentParts } from './admin-paths.js'
import { errorResponses, errorSchemas, nextHeader } from './refusals.js'

const about = ({ http }: Profile, grease: number | undefined): string =>
  `The three services as this emulator is currently set up, and the admin interface that controls it. Where the contract
of the services leaves something open, this document follows the current profile (GET /_admin/profile). Objects in
responses may have members that aren't listed here. The contract doesn't show any other operations, including HEAD.
They're answered with ${http.notShown} and X-Emulator-Reason. A fault can cause any response (POST /_admin/faults).
${grease === undefined ? UNGREASED : greased(grease)}`

const UNGREASED = 'With --grease, responses vary beyond what is described here, but within the contract.'

const greased = (number: number): string =>
  `Grease is on (--grease ${number}): responses differ from this document, but within the contract, in options that
nobody set. Puts answer 200 or 201; deletes 200 (with {ok} or {ok, key}) or 204; creating a project 200 or 201. Errors
of the key-value store and the config store have any of the forms {ok, error, message}, {ok, error: {code, message}} and
{ok, code, message}, and codes that the contract doesn't name are spelled differently. x-next is a URL, a path or a bare
cursor. Objects and listed keys and configs come in a different order, and have unknown members and headers.`

const SECURITY = { 'scoped-key': 'scopedKey', bearer: 'bearer', 'database-key': 'databaseKey' } as const

/**
 * Builds an OpenAPI 3.1 document of a world's services and admin interface, for its current profile.
 *
 * @param input `origin` is the emulator's URL, and `calls` are those of the admin interface
 */
export function openApiDocument({
  context,
  origin,
  calls,
  services,
}: Pick<CallInput, 'context' | 'origin' | 'calls' | 'services'>): object {
  const { world, version, databaseUrl, grease, plane, seeds } = context
  const served = plane.services.all
  const { profile } = world
  const prefix = worldPath(world.id)
  const elsewhere = databaseUrl()
  const server = (url: string, description: string) => ({ url: url + prefix, description })
  const databaseServers =
    elsewhere === undefined ? {} : { servers: [server(elsewhere, 'The document database.')] }
  const paths: Record<string, Record<string, object>> = {}
  const add = (
    { path, method }: { path: string; method: string },
    operation: object,
    beside: object = {},
  ) => {
    paths[path] = { ...beside, ...paths[path], [method.toLowerCase()]: operation }
  }
  const [cursorName = ''] = world.cursorNames
  for (const service of served) {
    const wires = service.wires(profile, cursorName)
    const beside = service.name === DATABASE_SERVICE ? databaseServers : {}
    for (const operation of service.operations) {
      const wire = wires[operation.id]
      if (wire === undefined) throw new Error(`${operation.id} has no wire form`)
      add(operation, dataOperation({ service, operation, wire }, profile), beside)
    }
  }
  let admin = adminParts.get(calls)
  if (admin === undefined) {
    admin = adminPart(calls, services, seeds.services)
    adminParts.set(calls, admin)
  }
  const { operations, responses, schemas } = admin
  for (const { call, operation } of operations) add({ path: adminPath(call), method: call.method }, operation)
  return {
    openapi: '3.1.0',
    info: {
      title: 'tristore-emulator',
      version,
      summary: 'Emulates a key-value store with expiry, a config store and a document database',
      description: about(profile, grease),
      contact: { name: 'The maintainers of tristore-emulator' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [server(origin, 'The emulator.')],
    tags: [
      ...served.map(({ tag }) => tag),
      ...Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    ],
    paths,
    components: {
      securitySchemes,
      responses,
      schemas: {
        ...Object.assign({}, ...served.map((service) => service.schemas(profile))),
        ...errorSchemas(profile),
        ...schemas,
      },
    },
  }
}

/** The part of the document that describes the admin interface, which never changes. Cached per list of calls. */
const adminParts = new WeakMap<CallInput['calls'], ReturnType<typeof adminPart>>()

function adminPart(
  calls: CallInput['calls'],
  services: CallInput['services'],
  seeded: Parameters<typeof seedSchema>[0],
) {
  const shared = new DocumentParts()
  const operations = calls.map((call) => ({ call, operation: adminOperation(call, shared, services) }))
  const seed = shared.schema(seedSchema(seeded), 'input')
  return { operations, responses: shared.responses, schemas: { ...shared.schemas, Seed: seed } }
}

const securitySchemes = {
  scopedKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-KV-Key',
    description: 'A key for a single namespace or store, with scope read, write or admin.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token from the identity provider. POST /_admin/tokens creates one.',
  },
  databaseKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A database key.' },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token you passed as --admin-token (in code, adminToken), if any.',
  },
}

interface Described {
  readonly service: ServedService
  readonly operation: ServedOperation
  readonly wire: WireOperation
}

function dataOperation({ service, operation, wire }: Described, profile: Profile): object {
  const { id, summary, credential, orScopedKey } = operation
  const { parameters, statuses, answer, isPaged = false } = wire
  const { isOptional = false, ...body } = wire.body ?? {}
  const done = {
    description: 'Done.',
    ...(isPaged ? { headers: { 'x-next': nextHeader } } : {}),
    ...(answer === undefined ? {} : { content: { 'application/json': answer } }),
  }
  const mayUseKey = orScopedKey && profile.kv.listWithScopedKey === 'allow'
  return {
    operationId: id,
    summary,
    description: descriptionOf(operation),
    tags: [service.tag.name],
    security:
      credential === 'none'
        ? []
        : [{ [SECURITY[credential]]: [] }, ...(mayUseKey ? [{ scopedKey: [] }] : [])],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(wire.body === undefined
      ? {}
      : { requestBody: { required: !isOptional, content: { 'application/json': body } } }),
    responses: {
      ...Object.fromEntries(statuses.map((status) => [status, done])),
      ...errorResponses(operation, service, profile),
    },
  }
}

/** Describes credentials that don't have a scope. */
const TAKES: Readonly<Partial<Record<Operation['credential'], string>>> = {
  bearer: "Takes a bearer token of the namespace's owner.",
  'database-key': 'Takes a document database key.',
  none: 'An operation of your own service.',
}

function descriptionOf({ credential, scope, counts }: Operation): string {
  const key = TAKES[credential] ?? `Takes a key with scope ${scope} or admin.`
  const counted = counts === undefined ? [] : [`Counts towards the month's ${counts}.`]
  return [key, ...counted].join(' ')
}
