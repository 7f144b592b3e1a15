import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StartedTestContainer } from 'testcontainers'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as entry from '../../src/integrations/testcontainers.js'

/** Returns a container as an engine at this address starts it. */
function startedAt(host: string): entry.StartedEmulatorContainer {
  const started = { getHost: () => host, getMappedPort: (port: number) => port + 10_000 }
  return new entry.StartedEmulatorContainer(started as unknown as StartedTestContainer, { dbPort: 4601 })
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

test("the file of a service of one's own reaches the folder that the image reads, under its name", () => {
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

test('a start without an engine says so at once', async () => {
  vi.stubEnv('DOCKER_HOST', 'tcp://127.0.0.1:1')
  await expect(new entry.EmulatorContainer('tristore-emulator').start()).rejects.toMatchObject({
    name: 'EmulatorError',
    code: 'no_engine',
    message: expect.stringContaining('no container engine answers: '),
    hint: expect.stringContaining('DOCKER_HOST'),
  })
  vi.unstubAllEnvs()
})
