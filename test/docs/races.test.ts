import assert from 'node:assert/strict'
import { execFile as execFileWithCallback } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ExploreFailure, explore } from '../../lab/index.js'
import type { EmulatorClient } from '../../src/index.js'
import { startInProcess, startOverHttp } from '../client/emulators.js'
import { isDeep } from '../support/extent.js'
import { blocksOf, readPage } from './pages.js'

/** The guide to races shows exactly the code that runs here. */

const page = readPage('docs/races.md')

/** The guide uses the starter seed, which `init` writes. */
const STARTER = { seed: undefined }

const script = join(import.meta.dirname, 'races/worker.mjs')

const run = promisify(execFileWithCallback)

/** Runs the guide's script. The guide refers to it by name, this file by path. */
const execFile = (
  file: string,
  [, party = '']: readonly string[],
  options: { signal: AbortSignal; env: object },
) => run(file, [script, party], { ...options, env: { ...process.env, ...options.env } })

const headers = { 'X-KV-Key': 'kv_admin_demo' }

async function read({ fetch }: EmulatorClient, key: string): Promise<number> {
  const response = await fetch(`/v1/kv/ns_demo_starter/${key}`, { headers })
  return response.ok ? ((await response.json()) as { value: number }).value : 0
}

async function addOne(world: EmulatorClient, key: string): Promise<void> {
  const body = JSON.stringify({ value: (await read(world, key)) + 1, ttlSeconds: 60 })
  await world.fetch(`/v1/kv/ns_demo_starter/${key}`, { method: 'PUT', headers, body })
}

/** Starts a service that passes its baggage on to the emulator. */
async function startService({ baseUrl }: EmulatorClient) {
  const server = createServer(async ({ headers: { baggage = '' } }, response) => {
    const hand = (init: RequestInit = {}) =>
      fetch(`${baseUrl}/v1/kv/ns_demo_starter/count`, {
        ...init,
        headers: { ...headers, baggage: String(baggage) },
      })
    const there = await hand()
    const count = there.ok ? ((await there.json()) as { value: number }).value : 0
    await hand({ method: 'PUT', body: JSON.stringify({ value: count + 1, ttlSeconds: 60 }) })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    service: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The failing order, as `only` takes it. */
async function foundBy(exploring: Promise<unknown>): Promise<string> {
  const failure = await exploring.catch((error: unknown) => error)
  if (!(failure instanceof ExploreFailure) || failure.report?.failure === undefined) throw failure
  return failure.report.failure.only
}

describe('the code of the guide', () => {
  test('explore finds the race of two additions', async () => {
    await using emulator = await startInProcess(STARTER)
    const exploring = async () => {
      await explore(
        emulator,
        async (world) => {
          await Promise.all([addOne(world, 'count'), addOne(world, 'count')])
          return read(world, 'count')
        },
        { parties: 2, expect: (count) => count === 2 },
      )
    }
    expect(await foundBy(exploring())).toMatch(/^A1 B1 /)
  })

  test('explore repeats the race', async () => {
    await using emulator = await startInProcess(STARTER)
    const expect = (count: number) => count === 2
    const run = async (world: EmulatorClient) => {
      await Promise.all([addOne(world, 'count'), addOne(world, 'count')])
      return read(world, 'count')
    }
    const exploring = async () => {
      await explore(emulator, run, { parties: 2, expect, only: 'A1 B1 B2 A2' })
    }
    assert.match(await foundBy(exploring()), /^A1 B1 B2 A2/)
  })

  test.runIf(isDeep)('explore finds the race between two processes', async () => {
    await using emulator = await startOverHttp(STARTER)
    const exploring = async () => {
      await explore(
        emulator,
        async (world, { signal }) => {
          const env = { ...process.env, KV_BASE_URL: world.baseUrl }
          const worker = (party: string) => execFile(process.execPath, ['worker.mjs', party], { env, signal })
          await Promise.all([worker('A'), worker('B')])
          return read(world, 'count')
        },
        { parties: 2, expect: (count) => count === 2 },
      )
    }
    expect(await foundBy(exploring())).toMatch(/^A1 B1 /)
  })

  test('explore finds the race through a service that passes its baggage on', async () => {
    await using emulator = await startOverHttp(STARTER)
    await using started = await startService(emulator)
    const { service } = started
    const exploring = async () => {
      await explore(
        emulator,
        async (world) => {
          const hit = (party: string) => {
            const baggage = `${world.baggage},emulator-party=${party}`
            return fetch(`${service}/hit`, { method: 'POST', headers: { baggage } })
          }
          await Promise.all([hit('A'), hit('B')])
          return read(world, 'count')
        },
        { parties: 2, expect: (count) => count === 2 },
      )
    }
    expect(await foundBy(exploring())).toMatch(/^A1 B1 /)
  })

  test('passes in every order if each party has its own key', async () => {
    await using emulator = await startInProcess(STARTER)
    await explore(
      emulator,
      async (world) => {
        await Promise.all([addOne(world, 'count-A'), addOne(world, 'count-B')])
        return (await read(world, 'count-A')) + (await read(world, 'count-B'))
      },
      { parties: 2, expect: (count) => count === 2 },
    )
  })
})

describe('the guide', () => {
  const own = textOf(readFileSync(import.meta.filename, 'utf8'))

  test.each(blocksOf('ts', page.text))('the guide to races shows the code that is run here: %#', (block) => {
    // Users import from the package.
    const code = block.replaceAll(/^import .*\n/gm, '')
    for (const statement of code.split('\n\n')) expect(own).toContain(textOf(statement))
  })

  test('the guide to races shows the script that is run here', () => {
    expect(blocksOf('js', page.text)).toEqual([readFileSync(script, 'utf8')])
  })
})

function textOf(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim()
}
