import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ask } from '../ask.js'
import type { Bench, Measurement } from '../measurement.js'
import type { Sampled } from '../sample.js'
import { BY_DEMO_KEY, BY_STARTER_KEY, DEMO_PATH, STARTER_PATH } from './start-up.js'

/**
 * Counts the work of a start, an import and a request: the code that's loaded, the functions that run, and the bytes
 * that are allocated. A busy machine doesn't affect these counts.
 */
export const work: Measurement = {
  name: 'work',
  isQuick: true,
  async measure(bench) {
    const { children, root } = bench
    return [
      ...(await coveredBy(bench, 'start, starter seed', (env) =>
        started(bench, null, env, STARTER_PATH, BY_STARTER_KEY),
      )),
      ...(await coveredBy(bench, 'start, demo.yaml', (env) =>
        started(bench, join(root, 'fixtures/demo.yaml'), env, DEMO_PATH, BY_DEMO_KEY),
      )),
      ...(await coveredBy(bench, 'in process, first fetch', (env) =>
        children.script('child/first-fetch', [root], { env }),
      )),
      ...(await allocated(bench)),
    ]
  },
}

/** Starts the command, waits for its first answer, and stops it. */
async function started(
  { servers }: Bench,
  seed: string | null,
  env: Readonly<Record<string, string>>,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await using server = await servers.emulator(seed, { env, endedBy: 'SIGTERM' })
  await ask(server.url + path, { headers })
}

interface CoveredScript {
  readonly url: string
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[]
  }[]
}

/** @param run runs the process to its end, with the environment that it is given */
async function coveredBy(
  { root, scratch }: Bench,
  name: string,
  run: (env: Readonly<Record<string, string>>) => Promise<unknown>,
): Promise<Sampled[]> {
  const folder = join(scratch, 'coverage')
  mkdirSync(folder)
  await run({ NODE_V8_COVERAGE: folder })
  const dist = pathToFileURL(join(root, 'dist/')).href
  const scripts = readdirSync(folder)
    .flatMap(
      (file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { result: CoveredScript[] }).result,
    )
    .filter(({ url }) => url.startsWith(dist))
  rmSync(folder, { recursive: true })
  const bytes = scripts.reduce((sum, { url }) => sum + statSync(fileURLToPath(url)).size, 0)
  const functions = scripts
    .flatMap((script) => script.functions)
    .filter(({ ranges: [range] }) => range !== undefined && range.startOffset > 0 && range.count > 0)
  const common = { better: 'less', guard: 'counted' } as const
  return [
    { ...common, name: `${name}: code loaded`, unit: 'KB', measured: [bytes / 1000] },
    { ...common, name: `${name}: functions run`, unit: 'functions', measured: [functions.length] },
  ]
}

/** So large that no garbage is collected between two looks at the heap. */
const YOUNG_MB = 128

/** Measures what a request over HTTP allocates, together with its client. */
async function allocated({ children, root }: Bench): Promise<Sampled[]> {
  const nodeOptions = [
    '--expose-gc',
    `--min-semi-space-size=${YOUNG_MB}`,
    `--max-semi-space-size=${YOUNG_MB}`,
  ]
  const printed = await children.script('child/allocations', [root], { nodeOptions })
  const found = JSON.parse(printed) as Record<'GET' | 'PUT', number[]>
  return Object.entries(found).map(([method, bytes]) => ({
    name: `${method} of a key: allocated, with its client`,
    unit: 'KB',
    better: 'less',
    guard: 'counted',
    measured: bytes.map((one) => one / 1000),
  }))
}
