import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A process whose 128 MiB heap is filled with data refuses writes, and stays alive. */

const DEADLINE_MS = 300_000
/** More than fits into the heap. */
const PUTS_MAX = 5000
const VALUE = 'x'.repeat(100_000)
const SEED = {
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [{ key: 'k', scope: 'admin' }],
      limits: { writes: 1e6, reads: 1e6, storageBytes: 1e10 },
    },
  ],
}

const folder = mkdtempSync(join(tmpdir(), 'heap-'))
let child: ChildProcess
let baseUrl = ''

beforeAll(async () => {
  const seed = join(folder, 'seed.json')
  writeFileSync(seed, JSON.stringify(SEED))
  const args = ['--max-old-space-size=128', 'bin/emulator.js', '--port', '0', '--seed', seed]
  child = spawn(process.execPath, [...args, '--log', 'json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  baseUrl = await new Promise<string>((resolve, reject) => {
    child.once('exit', (status) => reject(new Error(`it ends with ${status}: ${out}`)))
    child.stdout?.on('data', (text) => {
      out += text
      const [, found] = /"baseUrl":"([^"]+)"/.exec(out) ?? []
      if (found !== undefined) resolve(found)
    })
  })
}, DEADLINE_MS)

afterAll(() => {
  child.kill()
  rmSync(folder, { recursive: true })
})

async function call(method: string, path: string, body?: object) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { 'X-KV-Key': 'k' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  await response.text()
  return { status: response.status, reason: response.headers.get('x-emulator-reason') }
}

const put = (key: string) => call('PUT', `/v1/kv/ns_a_1/${key}`, { value: VALUE, ttlSeconds: 600 })
const get = (key: string) => call('GET', `/v1/kv/ns_a_1/${key}`)

async function fill(): Promise<number> {
  for (let count = 0; count < PUTS_MAX; count++) {
    const { status, reason } = await put(`k${count}`)
    if (status === 200) continue
    expect([status, reason]).toEqual([503, expect.stringContaining('the heap is nearly full')])
    return count
  }
  throw new Error('it is never full')
}

test(
  'an emulator refuses writes once its heap is nearly full, still answers reads, and accepts writes after a reset',
  async () => {
    const count = await fill()
    expect(count).toBeGreaterThan(500)
    for (let index = 0; index < 500; index++) expect((await get(`k${index}`)).status).toBe(200)
    for (let index = 0; index < 300; index++) expect((await put('more')).status).toBe(503)
    expect((await call('PATCH', '/_admin/state', SEED)).status).toBe(503)
    // A long answer, and a second world.
    for (const path of ['/_admin/state', '/_admin/bundle', '/_admin/namespaces/ns_a_1/entries/k1/history'])
      expect([path, (await call('GET', path)).status]).toEqual([path, 503])
    expect((await call('DELETE', '/v1/kv/ns_a_1/k0')).status).toBe(200)
    expect((await call('POST', '/_admin/reset')).status).toBe(200)
    for (let index = 0; index < 200; index++) expect((await put(`k${index}`)).status).toBe(200)
    expect((await get('k1')).status).toBe(200)
    expect(child.exitCode).toBeNull()
  },
  DEADLINE_MS,
)
