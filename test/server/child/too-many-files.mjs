import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Uses what an emulator loads on first use, once while no more files can be opened and once after. Prints the statuses.
 */

const [library = ''] = process.argv.slice(2)
const { startEmulator } = await import(pathToFileURL(library).href)

const emulator = await startEmulator()
// One connection, opened before the files run out.
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function ask(method, path, { headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(emulator.baseUrl + path, { method, headers, agent }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode))
    })
    sent.on('error', reject).end(body)
  })
}

const TOKEN = [{ alg: 'HS256' }, { sub: 'u' }].map((part) =>
  Buffer.from(JSON.stringify(part)).toString('base64url'),
)

const folder = mkdtempSync(join(tmpdir(), 'emulator-keys-'))
const jwksFile = join(folder, 'jwks.json')
writeFileSync(jwksFile, '{"keys":[]}')

const PARTS = {
  tokens: () =>
    ask('GET', '/v1/usage/ns_demo_starter', { headers: { Authorization: `Bearer ${TOKEN.join('.')}.x` } }),
  admin: () => ask('GET', '/_admin/health'),
  templates: () =>
    ask('PATCH', '/_admin/state', { body: '{"database":{"documents":[{"title":"{{lorem.word}}"}]}}' }),
  'a key file': () => ask('PATCH', '/_admin/profile', { body: JSON.stringify({ auth: { jwksFile } }) }),
  'the OpenAPI document': () => ask('GET', '/_admin/openapi.json'),
  'an export': () => ask('GET', '/_admin/state?format=yaml'),
  'a new token': () => ask('POST', '/_admin/tokens'),
  'the dashboard': () => ask('GET', '/_dashboard/'),
}

const statuses = {}
await ask('GET', '/documents')
for (const [name, part] of Object.entries(PARTS)) {
  const files = openAll()
  const full = await part()
  for (const file of files) closeSync(file)
  statuses[name] = [full, await part()]
}
await emulator.close()
agent.destroy()
rmSync(folder, { recursive: true })
console.log(JSON.stringify(statuses))

function openAll() {
  const files = []
  try {
    for (;;) files.push(openSync('/dev/null'))
  } catch {
    return files
  }
}
