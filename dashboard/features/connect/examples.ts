import type { ConnectionInfo } from '../../../src/admin/calls/worlds.js'
import { type OperationId, operations } from '../../../src/contract/operations.js'
import { optionsText } from '../../lib/copy-as.js'
import { curlText, quoted, valueOfEnv, wordOfShell } from '../../lib/curl.js'
import type { Credential } from './credentials.js'

export interface ExampleOf {
  readonly connection: ConnectionInfo
  /** Undefined if the world has none. */
  readonly credential: Credential | undefined
  readonly hasAdminToken: boolean
}

/** By tab. */
export const EXAMPLES: Readonly<Record<string, (of: ExampleOf) => string>> = {
  sh: ({ connection }) =>
    lines(variables(connection).map(([name, value]) => `export ${name}=${wordOfShell(value)}`)),
  '.env': ({ connection }) =>
    lines(variables(connection).map(([name, value]) => `${name}=${valueOfEnv(value)}`)),
  curl: curlExample,
  fetch: fetchExample,
  vitest: vitestExample,
}

const lines = (all: readonly string[]): string => all.join('\n')

const variables = ({ baseUrl, dbBaseUrl }: ConnectionInfo): readonly (readonly [string, string])[] => [
  ['KV_BASE_URL', baseUrl],
  ['DB_BASE_URL', dbBaseUrl],
  ['EMULATOR_URL', baseUrl],
]

interface ExampleRequest {
  readonly base: string
  readonly method: string
  readonly path: string
  readonly header: readonly [name: string, value: string]
  readonly body?: string
}

function requestOf({ connection, credential }: ExampleOf): ExampleRequest | undefined {
  if (credential === undefined) return undefined
  const { kind, text, holder = '', scope } = credential
  const { baseUrl, dbBaseUrl } = connection
  if (kind === 'database-key') {
    return { base: dbBaseUrl, ...pathOf('documents.list', holder), header: ['X-API-Key', text] }
  }
  if (kind === 'bearer') {
    return { base: baseUrl, ...pathOf('kv.list', holder), header: ['Authorization', `Bearer ${text}`] }
  }
  const service = holder.startsWith('ec_') ? 'config' : 'kv'
  const header = ['X-KV-Key', text] as const
  if (scope === 'read') return { base: baseUrl, ...pathOf(`${service}.get`, holder), header }
  const value = service === 'kv' ? '{"value": "hello", "ttlSeconds": 300}' : '{"value": "hello"}'
  return { base: baseUrl, ...pathOf(`${service}.put`, holder), header, body: value }
}

function pathOf(id: OperationId, holder: string): { method: string; path: string } {
  const { method = 'GET', path = '' } = operations.find((operation) => operation.id === id) ?? {}
  const named = path.replace(/\{(?:namespace|store)Id\}/, encodeURIComponent(holder))
  return { method, path: named.replace('{key}', 'greeting') }
}

const NOBODY = 'This world has no credentials yet: create a key first.'

function curlExample(of: ExampleOf): string {
  const request = requestOf(of)
  if (request === undefined) return `# ${NOBODY}`
  const { base, method, path, header, body } = request
  return curlText(method, base + path, [quoted(header.join(': '))], body)
}

function fetchExample(of: ExampleOf): string {
  const request = requestOf(of)
  if (request === undefined) return `// ${NOBODY}`
  return lines([
    `const answer = await fetch(${JSON.stringify(request.base + request.path)}, ${initOf(request, '')})`,
    'console.log(answer.status, await answer.json())',
  ])
}

function vitestExample(of: ExampleOf): string {
  const request = requestOf(of)
  const { baseUrl, dbBaseUrl } = of.connection
  const options = [
    ...(of.hasAdminToken ? ['adminToken: process.env.EMULATOR_ADMIN_TOKEN'] : []),
    ...(dbBaseUrl === baseUrl ? [] : [`dbBaseUrl: ${JSON.stringify(dbBaseUrl)}`]),
  ]
  const address = [JSON.stringify(baseUrl), ...(options.length === 0 ? [] : [`{ ${options.join(', ')} }`])]
  return lines([
    "import { connectEmulator } from 'tristore-emulator'",
    "import { createTest } from 'tristore-emulator/vitest'",
    "import { expect } from 'vitest'",
    '',
    '// Each test gets its own world in the emulator at this address.',
    `const emulator = () => connectEmulator(${address.join(', ')})`,
    "const test = createTest().extend('emulator', { scope: 'worker' }, emulator)",
    '',
    "test('reaches the emulator', async ({ world }) => {",
    ...(request === undefined
      ? [`  // ${NOBODY}`]
      : [
          `  const answer = await world.fetch(${JSON.stringify(request.path)}, ${initOf(request, '  ')})`,
          '  expect(answer.status).toBeLessThan(500)',
        ]),
    '})',
  ])
}

const initOf = ({ header: [name, value], ...request }: ExampleRequest, indent: string): string =>
  optionsText({ ...request, headers: [[name, JSON.stringify(value)]] }, indent)
