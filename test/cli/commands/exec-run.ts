import { run } from '../../../src/cli/run.js'
import type { Terminal } from '../../../src/cli/terminal.js'
import { FakeTerminal } from '../fake-terminal.js'

export const NAMESPACE = 'ns_shop_1'
export const ARTICLES = Array.from({ length: 40 }, (_, index) => `article:${index + 1}`)
export const SEED = JSON.stringify({
  clock: { now: '2026-01-31T23:00:00Z', freeze: true },
  namespaces: [
    {
      id: NAMESPACE,
      limits: { reads: 1000 },
      usage: { reads: 500 },
      keys: [{ key: 'kv_admin_shop', scope: 'admin' }],
      entries: ['catalogue', ...ARTICLES].map((key) => ({ key, value: 1, ttlSeconds: 60 })),
    },
  ],
})

export type Env = Terminal['env']
export type Sample = (env: Env) => Promise<number | undefined>

/** Reads an entry as an application would. */
export async function read({ KV_BASE_URL }: Env, key: string, credential = 'kv_admin_shop'): Promise<number> {
  const url = `${KV_BASE_URL}/v1/kv/${NAMESPACE}/${encodeURIComponent(key)}`
  return (await fetch(url, { headers: { 'X-KV-Key': credential } })).status
}

/** Shows the catalogue with one read. */
export const showCatalogue: Sample = async (env) => {
  await read(env, 'catalogue')
  return 0
}

/** Makes the classic mistake of one more read per article. */
export const showCatalogueSlowly: Sample = async (env) => {
  await read(env, 'catalogue')
  for (const article of ARTICLES) await read(env, article)
  return 0
}

export const nothing: Sample = async () => 0

export async function exec(
  sample: Sample,
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
) {
  const terminal = new FakeTerminal({ 'seed.json': SEED, ...files }, { PATH: '/bin' })
  const calls: { command: readonly string[]; env: Env }[] = []
  terminal.command = async (command, env) => {
    calls.push({ command, env })
    return (await sample(env)) ?? 0
  }
  const status = await run(['exec', '--seed', 'seed.json', ...args, '--', 'npm', 'test', '--watch'], terminal)
  const lines = terminal.err.lines.slice(1)
  return { status, calls, out: terminal.out.text, err: terminal.err.text, lines, terminal }
}
