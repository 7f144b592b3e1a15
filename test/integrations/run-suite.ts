import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { UserConsoleLog } from 'vitest'
import { startVitest, type TestCase } from 'vitest/node'
import { PATIENCE } from '../../vitest.config.js'

/** The seed of the inner suites, and of the tests around them. */
export const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' }] }],
  faults: [{ match: { path: '/unused' }, status: 503 }],
}

export type Metas = ReadonlyMap<string, { readonly bundle?: string }>

export interface Ran extends AsyncDisposable {
  readonly folder: string
  readonly written: readonly string[]
  readonly metas: Metas
  readonly errors: ReadonlyMap<string, readonly string[]>
  readonly remove: () => void
}

/** @param bundles the option as code; a folder is relative to the suite's */
export async function run(suite: string, pool: 'threads' | 'forks', bundles: string): Promise<Ran> {
  const root = resolve(import.meta.dirname, '../..')
  // Inside the project, so that imports resolve.
  const folder = mkdtempSync(join(root, 'node_modules', '.vitest-fixtures-'))
  const named = bundles === 'false' ? bundles : `${JSON.stringify(`${folder}/`)} + ${bundles}`
  const head = `
    import { expect } from 'vitest'
    import { createTest } from ${JSON.stringify(join(root, 'src/integrations/vitest.ts'))}
    const test = createTest({ seed: ${JSON.stringify(SEED)}, bundles: ${named} })
    const headers = { 'X-KV-Key': 'k' }
    const get = (world, key) => world.fetch('/v1/kv/ns_a_1/' + key, { headers })
    const put = (world, key) =>
      world.fetch('/v1/kv/ns_a_1/' + key, { method: 'PUT', headers, body: '{"value":1,"ttlSeconds":60}' })
  `
  writeFileSync(join(folder, 'failing.test.ts'), head + suite)
  const written: string[] = []
  const metas = new Map<string, { readonly bundle?: string }>()
  const errors = new Map<string, readonly string[]>()
  const reporter = {
    onUserConsoleLog: ({ content }: UserConsoleLog) => void written.push(content.trim()),
    onTestCaseResult(tested: TestCase) {
      metas.set(tested.name, tested.meta())
      errors.set(tested.name, tested.result().errors?.map(({ message }) => message) ?? [])
    },
  }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const exitCode = process.exitCode
  try {
    const options = { root: folder, config: false, watch: false, pool, ...PATIENCE } as const
    const vitest = await startVitest('test', [], { ...options, reporters: [reporter] })
    await vitest.close()
  } catch (error) {
    remove()
    throw error
  } finally {
    // Its failures are intended, so they must not fail the outer run.
    process.exitCode = exitCode
  }
  return { folder, written, metas, errors, remove, [Symbol.asyncDispose]: async () => remove() }
}
