import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Started } from '../cli/built.js'
import { buildImage, Container, docker, IMAGE } from './image.js'

/** Starts the image as the CI of other projects does, in a real engine. */

const fixtures = resolve(import.meta.dirname, '../../fixtures')
let folder: string

beforeAll(() => {
  buildImage()
  folder = sharedFolder()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A folder that the container's user can read too. */
function sharedFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'seed-'))
  chmodSync(made, 0o755)
  return made
}

const getDocuments = (url: string) => fetch(url, { headers: { 'X-API-Key': 'db_demo' } })

test('without a seed the container serves the starter seed on a mapped port', async () => {
  await using container = await Container.start()
  const answer = await getDocuments(`${container.baseUrl}/documents?limit=1`)
  expect(answer.status).toBe(200)
  const next = answer.headers.get('x-next') ?? ''
  expect(next).toMatch(new RegExp(`^${container.baseUrl}/documents\\?`))
  expect((await getDocuments(next)).status).toBe(200)
})

test('the container loads every seed in /seed, in order of their names', async () => {
  writeFileSync(join(folder, 'a.yaml'), 'namespaces: [{ id: ns_one_1, keys: [{ key: k1, scope: read }] }]\n')
  writeFileSync(join(folder, 'b.yml'), 'namespaces: [{ id: ns_one_1, owner: user_b }]\n')
  writeFileSync(join(folder, 'c.json'), '{"stores": [{"id": "ec_two_2"}]}')
  writeFileSync(join(folder, 'notes.txt'), 'not a seed')
  await using container = await Container.start(['--volume', `${folder}:/seed:ro`])
  const seed = await (await fetch(`${container.baseUrl}/_admin/seed`)).json()
  expect(seed).toMatchObject({
    namespaces: [{ id: 'ns_one_1', owner: 'user_b', keys: [{ key: 'k1' }] }],
    stores: [{ id: 'ec_two_2' }],
  })
})

test('the container serves the services in /emulator/services', async () => {
  const services = sharedFolder()
  const definition =
    "{ name: 'rooms', state: () => ({}), operations: { get: { route: 'GET /rooms', run: () => ({}) } } }"
  const text = `import { defineService } from 'tristore-emulator'\nexport default defineService(${definition})\n`
  writeFileSync(join(services, 'rooms.ts'), text)
  await using container = await Container.start(['--volume', `${services}:/emulator/services:ro`])
  expect((await fetch(`${container.baseUrl}/rooms`)).status).toBe(200)
  rmSync(services, { recursive: true })
})

test('with little memory the container refuses writes before the engine would kill it', async () => {
  await using container = await Container.start(['--memory', '128m'])
  const send = async (method: string, path: string, body?: object) => {
    const sent = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await fetch(`${container.baseUrl}/_admin${path}`, sent)
    await answer.arrayBuffer()
    return answer.status
  }
  const value = 'x'.repeat(100_000)
  const statuses: number[] = []
  while (statuses.at(-1) !== 503 && statuses.length < 1000)
    statuses.push(await send('PUT', `/stores/ec_demo_starter/entries/k${statuses.length}`, { value }))
  expect(statuses.at(-1)).toBe(503)
  expect(statuses.length).toBeGreaterThan(100)
  expect(await send('GET', '/state')).toBe(503)
  expect(await send('POST', '/reset')).toBe(200)
  expect(await send('PUT', '/stores/ec_demo_starter/entries/k', { value })).toBe(200)
})

test('the health check uses the port of --port, and a folder without seeds is reported', async () => {
  await using container = await Container.start([], ['--port', '5000'])
  expect(await container.logs()).toContain('There is no seed (.yaml, .yml or .json) in /seed')
})

test('the health check finds the port without its file, and fails if nothing answers', async () => {
  await using container = await Container.start()
  const [, ...check] = JSON.parse(await container.inspect('{{json .Config.Healthcheck.Test}}')) as string[]
  const checked = (port: number) =>
    container.exec('env', 'EMULATOR_ADDRESS_FILE=/none', `EMULATOR_PORT=${port}`, ...check)
  await checked(4600)
  await expect(checked(4601)).rejects.toThrow('Connection refused')
})

test('the health check costs little: it is seldom, and starts no Node', async () => {
  const text = await docker('image', 'inspect', '--format', '{{json .Config.Healthcheck}}', IMAGE)
  const { Test, Interval } = JSON.parse(text) as { Test: string[]; Interval: number }
  expect(Test[1]).toBe('bash')
  expect(Interval / 1e9).toBeGreaterThanOrEqual(3)
})

test('EMULATOR_SEED selects another seed', async () => {
  const options = ['--volume', `${fixtures}:/fixtures:ro`, '--env', 'EMULATOR_SEED=/fixtures/demo.yaml']
  await using container = await Container.start(options)
  const { namespaces } = (await (await fetch(`${container.baseUrl}/_admin/namespaces`)).json()) as {
    namespaces: { id: string }[]
  }
  expect(namespaces.map(({ id }) => id)).toEqual(['ns_shop_k3v9x2', 'ns_blog_p8w2m4'])
})

test('the container accepts a seed while it runs, since CI services start before the checkout', async () => {
  await using container = await Container.start()
  const body = readFileSync(join(fixtures, 'demo.yaml'))
  const sent = await fetch(`${container.baseUrl}/_admin/seed`, { method: 'PUT', body })
  expect(sent.status).toBe(200)
  const headers = { 'X-KV-Key': 'kv_read_shop' }
  const read = await fetch(`${container.baseUrl}/v1/kv/ns_shop_k3v9x2/flag:checkout`, { headers })
  expect(read.status).toBe(200)
})

test('the container runs as an ordinary user on a read-only file system, as process 1', async () => {
  const options = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
  await using container = await Container.start(options)
  expect((await container.exec('id', '-u')).trim()).not.toBe('0')
  expect(await container.exec('cat', '/proc/1/cmdline')).toMatch(/^node\0/)
})

/** Runs a script in a new container as an ordinary user, on a read-only file system. */
async function script(text: string, ...options: string[]): Promise<{ status: number; printed: string }> {
  const closed = ['--rm', '--read-only', '--user', '1000:1000', '--entrypoint', 'sh']
  try {
    return { status: 0, printed: await docker('run', ...closed, ...options, IMAGE, '-c', `(${text}) 2>&1`) }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { status: code, printed: stdout }
  }
}

const EMULATOR = 'node /emulator/bin/emulator.js'

test.each([
  ['exec --export-on-exit /seed/state.yaml -- true', 'cannot write the state to /seed/state.yaml: '],
  ['init /fixtures.yaml', 'cannot write /fixtures.yaml: its file system is read-only'],
])('on a read-only file system an ordinary user gets a clear error from %s', async (command, told) => {
  const { status, printed } = await script(`${EMULATOR} ${command}`)
  expect({ status, printed }).toEqual({ status: 2, printed: expect.stringContaining(told) })
})

test('on a full disk an export keeps the old file, and prints where the state is', async () => {
  const prepare = 'cd /data; echo "version: 1" > state.yaml; head -c 100k /dev/zero > filler 2> /dev/null'
  const run = `${EMULATOR} exec --export-on-exit /data/state.yaml -- true; status=$?`
  const { status, printed } = await script(
    `${prepare}; ${run}; cat state.yaml; ls; exit $status`,
    ...['--tmpfs', '/data:size=64k,mode=1777', '--tmpfs', '/tmp:mode=1777'],
  )
  expect(status).toBe(2)
  expect(printed).toMatch(
    /cannot write the state to \/data\/state\.yaml: its disk is full; it is in \/tmp\/state\.yaml\.saved\nversion: 1\nfiller\nstate\.yaml\n$/,
  )
})

test('the container stops at once on request, even with a hung request', async () => {
  await using container = await Container.start()
  const hung = fetch(`${container.baseUrl}/documents`, { headers: { 'X-Emulator-Fault': 'hang' } })
  hung.catch(() => {})
  await fetch(`${container.baseUrl}/_admin/health`)
  await container.stop(1)
  // It would be 137 after a kill.
  expect(await container.inspect('{{.State.ExitCode}}')).toBe('0')
  const [started, finished] = (await container.inspect('{{.State.StartedAt}} {{.State.FinishedAt}}')).split(
    ' ',
  )
  expect(Date.parse(finished ?? '')).toBeGreaterThan(Date.parse(started ?? ''))
})

test('with --until-stdin-ends the container is gone with the client that runs it, also by SIGKILL', async () => {
  const name = `until-stdin-ends-${process.pid}`
  const options = ['run', '--rm', '--interactive', '--name', name]
  using client = new Started(spawn('docker', [...options, IMAGE, '--until-stdin-ends']))
  await client.until(/KV_BASE_URL=/)
  client.signal('SIGKILL')
  // Waits for the container to end. The engine no longer knows it if it already has.
  const status = await docker('wait', name).catch(({ stderr }: { stderr: string }) => stderr)
  expect(status).toMatch(/^0\n$|No such container/)
})

test('a bad seed ends the container with the line of the error and a suggestion', async () => {
  const bad = sharedFolder()
  writeFileSync(join(bad, 'seed.yaml'), 'namespaces:\n  - id: ns_a_1\n    ownr: user_a\n')
  const start = Container.start(['--volume', `${bad}:/seed:ro`])
  await expect(start).rejects.toThrow(/\/seed\/seed\.yaml:3:5: [\s\S]*did you mean owner\?/)
  rmSync(bad, { recursive: true })
})

test('the last layers of the image contain the bundle and its licences only', async () => {
  await using container = await Container.start()
  const files = (await container.exec('ls', '-A', '/emulator')).trim().split('\n')
  const made = ['LICENSE', 'THIRD-PARTY-LICENSES', 'bin', 'compile-cache', 'dist', 'package.json']
  // The last one is an empty folder, for services of your own.
  expect(files).toEqual([...made, 'services'])
})

test("the image's cache of compiled code is filled, and its user can read it", async () => {
  await using container = await Container.start()
  const files = (await container.exec('find', '/emulator/compile-cache', '-type', 'f', '-readable')).trim()
  expect(files.split('\n').length).toBeGreaterThan(5)
})
