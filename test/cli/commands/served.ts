import { run } from '../../../src/cli/run.js'
import { FakeTerminal } from '../fake-terminal.js'

export const SEED = `
clock: { now: 2026-01-31T23:59:00Z, freeze: true }
random: 42
namespaces:
  - id: ns_shop_1
    owner: user_alice
    limits: { reads: 1000, storageBytes: 65536 }
    keys: [{ key: kv_read_demo, scope: read }, { key: kv_admin_demo, scope: admin }]
    entries: [{ key: flag, value: 1, ttlSeconds: 60 }]
stores:
  - id: ec_web_1
    keys: [{ key: kv_admin_web, scope: admin }]
database:
  rateLimit: { requests: 60, per: 1m }
  keys: [{ key: db_dev }, { key: db_scoped, projects: [10], documents: [1, 2], outOfScope: forbidden }]
  documents: [{ repeat: 3, title: "Draft {{index}}" }]
`

export const running: { terminal: FakeTerminal; status: Promise<number> }[] = []

export async function stopServed(): Promise<void> {
  for (const { terminal, status } of running.splice(0)) {
    terminal.signal('SIGTERM')
    await status
  }
}

export interface Served {
  readonly terminal: FakeTerminal
  readonly status: Promise<number>
  readonly kv: string
  readonly db: string
}

export async function serve(
  argv: readonly string[],
  terminal = new FakeTerminal({ 'seed.yaml': SEED }),
): Promise<Served> {
  const status = run(['--port', '0', ...argv], terminal)
  running.push({ terminal, status })
  const [, kv = '', db = ''] = await terminal.out.until(
    /KV_BASE_URL=(\S+) DB_BASE_URL=(\S+)|"baseUrl":"(\S+?)"/,
  )
  return { terminal, status, kv, db }
}

export async function serveJson(argv: readonly string[], terminal?: FakeTerminal) {
  const served = await serve(['--log', 'json', ...argv], terminal)
  const started = JSON.parse(served.terminal.out.lines[0] ?? '')
  return { ...served, started, kv: started.baseUrl as string, db: started.dbBaseUrl as string }
}

export const KEY = { headers: { 'x-kv-key': 'kv_read_demo' } }
