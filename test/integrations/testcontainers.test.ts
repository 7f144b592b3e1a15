import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StartedTestContainer } from 'testcontainers'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as entry from '../../src/integrations/testcontainers.js'

/** A container as an engine at this address would start it. */
function startedAt(host: string): entry.StartedEmulatorContainer {
  const started = { getHost: () => host, getMappedPort: (port: number) => port + 10_000 }
  return new entry.StartedEmulatorContainer(started as unknown as StartedTestContainer, {
    dbPort: 4601,
    adminToken: undefined,
  })
}

test.each([
  ['localhost', 'http://localhost:14600', 'http://localhost:14601'],
  ['::1', 'http://[::1]:14600', 'http://[::1]:14601'],
])('the addresses of a container have the host of its engine: %s', (host, base, db) => {
  const container = startedAt(host)
  expect([container.getBaseUrl(), container.getDbBaseUrl()]).toEqual([base, db])
  expect(container.emulator.baseUrl).toBe(base)
})

test('the entry exports the two classes of a container', () => {
  expect(Object.keys(entry).sort()).toEqual(['EmulatorContainer', 'StartedEmulatorContainer'])
})

test('a seed file reaches the container byte for byte, so that its emulator finds a wrong encoding', () => {
  const folder = mkdtempSync(join(tmpdir(), 'container-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bytes = Buffer.from('stores: [{ id: ec_é }]', 'latin1')
  writeFileSync(join(folder, 'seed.yaml'), bytes)
  const container = new entry.EmulatorContainer('tristore-emulator').withSeed(join(folder, 'seed.yaml'))
  expect(Reflect.get(container, 'contentsToCopy')).toEqual([{ content: bytes, target: '/seed/01-seed.yaml' }])
})

test('the file of a service of your own reaches the folder that the image reads, under its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'container-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'leases.js')
  writeFileSync(file, 'export default {}')
  for (const given of [file, pathToFileURL(file)]) {
    const container = new entry.EmulatorContainer('tristore-emulator').withService(given)
    const copied = { content: Buffer.from('export default {}'), target: '/emulator/services/leases.js' }
    expect(Reflect.get(container, 'contentsToCopy')).toEqual([copied])
  }
})

/** Testcontainers looks for its engine only once, so both tests of a failed start share an address. */
const ENGINE_PORT = await freePort()

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

beforeEach(() => {
  vi.stubEnv('DOCKER_HOST', `tcp://127.0.0.1:${ENGINE_PORT}`)
  vi.stubEnv('TESTCONTAINERS_RYUK_DISABLED', 'true')
})
afterEach(() => void vi.unstubAllEnvs())

test('a start without an engine says so at once', async () => {
  await expect(new entry.EmulatorContainer('tristore-emulator').start()).rejects.toMatchObject({
    name: 'EmulatorError',
    code: 'no_engine',
    message: expect.stringContaining('no container engine answers: '),
    hint: expect.stringContaining('DOCKER_HOST'),
  })
})

/** Acts like an engine whose containers print a line and end, and whose logs can't be read. */
async function engineOfShortLives(printed: string): Promise<void> {
  const frame = Buffer.concat([Buffer.from([2, 0, 0, 0, 0, 0, 0, printed.length]), Buffer.from(printed)])
  const ended = {
    Name: '/c1',
    State: { Status: 'exited', Running: false },
    NetworkSettings: { Ports: { '4600/tcp': [{ HostIp: '127.0.0.1', HostPort: '1' }] }, Networks: {} },
  }
  let output: ServerResponse | undefined
  const calls: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'GET /containers/json': (response) => response.end('[]'),
    'POST /containers/create': (response) => response.writeHead(201).end('{"Id":"c1"}'),
    'POST /containers/c1/attach'(response) {
      output = response
      response.flushHeaders()
    },
    'POST /containers/c1/start'(response) {
      output?.end(frame)
      response.end()
    },
    'GET /containers/c1/json': (response) => response.end(JSON.stringify(ended)),
    'GET /containers/c1/logs': (response) => response.writeHead(500).end('{}'),
  }
  const engine = createServer(({ method, url = '' }, response) => {
    response.setHeader('Content-Type', 'application/json')
    const call = calls[`${method} ${url.replace(/\?.*/, '')}`]
    if (call === undefined) response.end('{}')
    else call(response)
  })
  onTestFinished(() => void engine.close())
  await once(engine.listen(ENGINE_PORT, '127.0.0.1'), 'listening')
}

test('what a container with a wrong seed printed is in the error, even if its log cannot be read', async () => {
  const problem = '/seed/01-seed.yaml:3:5: unknown field "ownr"; did you mean owner?'
  await engineOfShortLives(`${problem}\n`)
  await expect(new entry.EmulatorContainer('tristore-emulator').start()).rejects.toMatchObject({
    code: 'not_started',
    message: expect.stringContaining(problem),
  })
})
