import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import type { StartedEmulatorContainer } from '../../src/integrations/testcontainers.js'
import { buildImage, docker, IMAGE } from './image.js'

// Ryuk removes containers that a killed run leaves behind, but not every machine here can pull its image. Each
// container is stopped by its `await using` instead.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'
// The engine runs on this machine and maps ports to IPv4, but "localhost" may resolve to ::1 first.
process.env.TESTCONTAINERS_HOST_OVERRIDE = '127.0.0.1'
// Imported late, because testcontainers may read the environment when it loads.
const { EmulatorContainer } = await import('../../src/integrations/testcontainers.js')

const root = resolve(import.meta.dirname, '../..')
const demo = resolve(root, 'fixtures/demo.yaml')
const namespace = (id: string, more: object = {}) => ({ namespaces: [{ id, ...more }] })
const idsOf = async ({ emulator }: StartedEmulatorContainer) =>
  (await emulator.namespaces.list()).map(({ id }) => id)

beforeAll(() => buildImage())

test('without a seed a container serves the starter seed at its addresses', async () => {
  await using container = await new EmulatorContainer(IMAGE).start()
  expect(container.getBaseUrl()).toBe(`http://127.0.0.1:${container.getMappedPort(4600)}`)
  const headers = { 'X-API-Key': 'db_demo' }
  const documents = await fetch(`${container.getDbBaseUrl()}/documents?limit=1`, { headers })
  expect(documents.status).toBe(200)
  const health = await fetch(`${container.getAdminUrl()}/health`)
  expect(await health.json()).toMatchObject({ status: 'ok' })
})

test('no health check runs in the container, since the start waits by HTTP', async () => {
  await using container = await new EmulatorContainer(IMAGE).start()
  const health = await docker('inspect', '--format', '{{json .State.Health}}', container.getId())
  expect(health.trim()).toBe('null')
})

test('seeds may be files, text or data, and are merged in order', async () => {
  await using container = await new EmulatorContainer(IMAGE)
    .withSeed(demo)
    .withSeed('{ namespaces: [{ id: ns_text_1, owner: user_a }] }')
    .withSeed('namespaces:\n  - id: ns_text_1\n    owner: user_b\n')
    .withSeed(namespace('ns_data_1', { owner: 'user_c' }))
    .start()
  expect(await idsOf(container)).toEqual(['ns_shop_k3v9x2', 'ns_blog_p8w2m4', 'ns_text_1', 'ns_data_1'])
  expect(await container.emulator.namespaces.get('ns_text_1')).toMatchObject({ owner: 'user_b' })
})

test('a seed file may be given by its URL', async () => {
  await using container = await new EmulatorContainer(IMAGE).withSeed(pathToFileURL(demo)).start()
  expect(await idsOf(container)).toEqual(['ns_shop_k3v9x2', 'ns_blog_p8w2m4'])
})

test('a missing seed file is refused by withSeed', () => {
  expect(existsSync('nowhere.yaml')).toBe(false)
  expect(() => new EmulatorContainer(IMAGE).withSeed('nowhere.yaml')).toThrow(/ENOENT.*nowhere\.yaml/)
})

test('a bad seed fails the start at once, with the line of the error and a suggestion', async () => {
  const start = new EmulatorContainer(IMAGE)
    .withSeed(demo)
    .withSeed('namespaces:\n  - id: ns_a_1\n    ownr: user_a\n')
    .start()
  await expect(start).rejects.toMatchObject({
    name: 'EmulatorError',
    code: 'not_started',
    message: expect.stringMatching(/\/seed\/02-seed\.yaml:3:5: [\s\S]*did you mean owner\?/),
  })
})

test('a missing image fails the start, with the command that builds it', async () => {
  const image = 'tristore-emulator-that-nobody-built'
  await expect(new EmulatorContainer(image).start()).rejects.toMatchObject({
    code: 'no_image',
    message: expect.stringContaining(`there is no image ${image}:latest: `),
    hint: expect.stringContaining('docker build --tag tristore-emulator-that-nobody-built'),
  })
})

test('what keeps the engine from making a container is said', async () => {
  const start = new EmulatorContainer(IMAGE).withEnvironment({ 'A=B': 'x' }).withName('no name').start()
  await expect(start).rejects.toMatchObject({
    code: 'not_started',
    message: expect.stringContaining('Invalid container name'),
  })
})

test('a plain script gets the error of a bad seed too, though nothing else keeps Node running', async () => {
  const script = `
    import { EmulatorContainer } from './src/integrations/testcontainers.js'
    await new EmulatorContainer('${IMAGE}').withSeed('{ namespace: [] }').start().catch((error) => console.log(error.message))
  `
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    external: ['testcontainers'],
  })
  const args = ['--input-type=module']
  const ran = spawnSync(process.execPath, args, {
    cwd: resolve(root, 'test'),
    input: outputFiles[0]?.contents,
    encoding: 'utf8',
  })
  expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('did you mean namespaces?') })
})

test('the clock starts at the given time, and can be moved', async () => {
  await using container = await new EmulatorContainer(IMAGE)
    .withSeed({ clock: { now: '2030-01-01T00:00:00Z' } })
    .withClock(new Date('2029-01-01T00:00:00Z'))
    .withClock('2026-01-31T23:59:00Z', { freeze: true })
    .start()
  const { clock } = container.emulator
  expect(await clock.get()).toMatchObject({ iso: '2026-01-31T23:59:00.000Z', mode: 'frozen' })
  expect(await clock.advance('1m')).toMatchObject({ iso: '2026-02-01T00:00:00.000Z' })
  expect(() => new EmulatorContainer(IMAGE).withClock(new Date('soon'))).toThrow(RangeError)
})

test('the random seed determines the generated ids', async () => {
  const idFor = async (randomSeed: number) => {
    await using container = await new EmulatorContainer(IMAGE).withRandomSeed(randomSeed).start()
    return (await container.emulator.namespaces.create({ name: 'shop' })).id
  }
  const [one, again, another] = await Promise.all([idFor(42), idFor(42), idFor(43)])
  expect(again).toBe(one)
  expect(another).not.toBe(one)
})

test('the profile determines how gaps are filled', async () => {
  await using container = await new EmulatorContainer(IMAGE)
    .withSeed(namespace('ns_a_1', { keys: [{ key: 'k', scope: 'admin' }] }))
    .withProfile({ kv: { putStatus: 201 } })
    .start()
  const put = await fetch(`${container.getBaseUrl()}/v1/kv/ns_a_1/key`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'k', 'Content-Type': 'application/json' },
    body: JSON.stringify({ value: 1, ttlSeconds: 60 }),
  })
  expect(put.status).toBe(201)
})

test('an admin token is required for admin calls', async () => {
  await using container = await new EmulatorContainer(IMAGE).withAdminToken('only-tests').start()
  expect((await fetch(`${container.getAdminUrl()}/clock`)).status).toBe(401)
  expect(await container.emulator.clock.get()).toMatchObject({ mode: 'running' })
})

test('the database may have a port of its own', async () => {
  await using container = await new EmulatorContainer(IMAGE).withSeed(demo).withDbPort().start()
  const { emulator } = container
  expect(container.getDbBaseUrl()).not.toBe(container.getBaseUrl())
  expect(emulator).toMatchObject({ baseUrl: container.getBaseUrl(), dbBaseUrl: container.getDbBaseUrl() })
  const headers = { 'X-API-Key': 'db_shop' }
  expect((await fetch(`${container.getDbBaseUrl()}/documents`, { headers })).status).toBe(200)
  expect((await fetch(`${container.getBaseUrl()}/documents`, { headers })).status).toBe(501)
  const world = await emulator.world()
  expect((await fetch(`${world.dbBaseUrl}/documents`, { headers })).status).toBe(200)
})

test('after a restart the client uses the new port', async () => {
  await using container = await new EmulatorContainer(IMAGE).withSeed(demo).start()
  expect(container.emulator).toBe(container.emulator)
  await container.restart()
  expect(container.emulator.baseUrl).toBe(container.getBaseUrl())
  expect(await idsOf(container)).toEqual(['ns_shop_k3v9x2', 'ns_blog_p8w2m4'])
})

test('admin calls are answered for network aliases and allowed hosts only', async () => {
  await using container = await new EmulatorContainer(IMAGE)
    .withEnvironment({ EMULATOR_ALLOW_HOST: 'mine.example.com' })
    .withNetworkAliases('emulator.example.com')
    .start()
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      // Not fetch, because it sends a Host of its own.
      const request = get(`${container.getAdminUrl()}/clock`, { headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      request.on('error', reject)
    })
  expect(await statusFor('emulator.example.com')).toBe(200)
  expect(await statusFor('mine.example.com')).toBe(200)
  expect(await statusFor('evil.example.com')).toBe(403)
})

test('a container is reused only if its seeds are the same', async () => {
  const start = (id: string) => new EmulatorContainer(IMAGE).withSeed(namespace(id)).withReuse().start()
  await using first = await start('ns_one_1')
  const again = await start('ns_one_1')
  expect(again.getId()).toBe(first.getId())
  await using other = await start('ns_two_2')
  expect(other.getId()).not.toBe(first.getId())
  expect(await idsOf(other)).toEqual(['ns_two_2'])
})
