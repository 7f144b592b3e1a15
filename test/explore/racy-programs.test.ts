import { describe, expect, it } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { explore } from '../../src/explore/explore.js'
import type { Explored } from '../../src/explore/options.js'
import { ExploreFailure } from '../../src/explore/report.js'
import { startInProcess } from '../client/emulators.js'

/** Racy programs, each with a twin that is mended. */

const KV = '/v1/kv/ns_shop_k3v9x2'
const CONFIG = '/v1/ec/ec_web_89daefd4'

const call = (world: EmulatorClient, method: string, path: string, value?: unknown) =>
  world.fetch(path, {
    method,
    headers: { 'X-KV-Key': path.startsWith(KV) ? 'kv_admin_shop' : 'kv_admin_web', 'X-API-Key': 'db_dev' },
    ...(value === undefined ? {} : { body: JSON.stringify(value) }),
  })

async function valueAt(world: EmulatorClient, path: string): Promise<unknown> {
  const response = await call(world, 'GET', path)
  return response.status === 404 ? undefined : ((await response.json()) as { value: unknown }).value
}

const put = (world: EmulatorClient, key: string, value: unknown) =>
  call(world, 'PUT', `${KV}/${key}`, { value, ttlSeconds: 60 })

const both = <T>(part: (party: 'a' | 'b') => Promise<T>): Promise<T[]> => Promise.all([part('a'), part('b')])

const titlesOf = async (world: EmulatorClient): Promise<string[]> => {
  const documents = (await (await call(world, 'GET', '/documents')).json()) as { title: string }[]
  return documents.map(({ title }) => title)
}

interface Program {
  readonly racy: Explored<unknown>
  readonly mended: Explored<unknown>
  readonly expect: (value: unknown) => boolean
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  'a counter by get and put': {
    async racy(world) {
      await both(async () => put(world, 'count', Number((await valueAt(world, `${KV}/count`)) ?? 0) + 1))
      return valueAt(world, `${KV}/count`)
    },
    async mended(world) {
      await both((party) => put(world, `count-${party}`, 1))
      const [a, b] = await both((party) => valueAt(world, `${KV}/count-${party}`))
      return Number(a) + Number(b)
    },
    expect: (count) => count === 2,
  },
  'a double create': {
    async racy(world) {
      await both(async () => {
        if (!(await titlesOf(world)).includes('Scene'))
          await call(world, 'POST', '/documents', { title: 'Scene' })
      })
      return (await titlesOf(world)).filter((title) => title === 'Scene').length
    },
    async mended(world) {
      await both(async () => put(world, 'scene', 'Scene'))
      return (await valueAt(world, `${KV}/scene`)) === 'Scene' ? 1 : 0
    },
    expect: (count) => count === 1,
  },
  "a config's read, change and write": {
    async racy(world) {
      await both(async (party) => {
        const banner = (await valueAt(world, `${CONFIG}/banner`)) as object
        await call(world, 'PUT', `${CONFIG}/banner`, { value: { ...banner, [party]: true } })
      })
      return valueAt(world, `${CONFIG}/banner`)
    },
    async mended(world) {
      await both((party) => call(world, 'PUT', `${CONFIG}/banner-${party}`, { value: true }))
      const [a, b] = await both((party) => valueAt(world, `${CONFIG}/banner-${party}`))
      return { a, b }
    },
    expect: (banner) =>
      JSON.stringify(banner).includes('"a":true') && JSON.stringify(banner).includes('"b":true'),
  },
  'a delete against a put': {
    async racy(world) {
      await Promise.all([put(world, 'session', 'new'), call(world, 'DELETE', `${KV}/session`)])
      return valueAt(world, `${KV}/session`)
    },
    async mended(world) {
      await Promise.all([put(world, 'session-2', 'new'), call(world, 'DELETE', `${KV}/session-1`)])
      return valueAt(world, `${KV}/session-2`)
    },
    expect: (session) => session === 'new',
  },
}

describe.each(Object.entries(PROGRAMS))('explore %s', (_name, { racy, mended, expect: judge }) => {
  it('finds the order that fails, and repeats it', async () => {
    await using emulator = await startInProcess()
    const failure = await explore(emulator, racy, { parties: 2, expect: judge }).catch(
      (error: Error) => error,
    )
    if (!(failure instanceof ExploreFailure)) throw new Error('it was not found', { cause: failure })
    const { failure: found } = failure.report ?? {}
    if (found === undefined) throw failure
    expect(found.firstRun).toBeLessThanOrEqual(50)
    const again = explore(emulator, racy, { parties: 2, expect: judge, only: found.only })
    await expect(again).rejects.toMatchObject({ report: { failed: 1, failure: { only: found.only } } })
  })

  it('accuses no mended twin', async () => {
    await using emulator = await startInProcess()
    const report = await explore(emulator, mended, { parties: 2, expect: judge })
    expect(report).toMatchObject({ failed: 0, isComplete: true })
  })
})

describe('explore', () => {
  const alone: Explored<unknown> = (world) => put(world, 'x', 1)

  it('fails where nothing overlaps', async () => {
    await using emulator = await startInProcess()
    await expect(explore(emulator, alone, { parties: 2 })).rejects.toThrow('no two requests overlapped')
  })

  it('says that an order does not come about', async () => {
    await using emulator = await startInProcess()
    await expect(explore(emulator, alone, { parties: 2, only: 'B1' })).rejects.toThrow('no B1 waits; A1 does')
  })

  it('refuses options that cannot be', async () => {
    await using emulator = await startInProcess()
    await expect(explore(emulator, alone, { parties: 0 })).rejects.toThrow('parties: 0 is no whole number')
    await expect(explore(emulator, alone, { parties: 2, only: 'A' })).rejects.toThrow('"A" names no request')
  })
})
