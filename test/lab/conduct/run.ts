import { type EmulatorClient, type FaultInput, type SeedObject, startEmulator } from 'tristore-emulator'
import { conduct, type DutyReport } from '../../../lab/index.js'
import { pace } from '../pace.js'

type RateLimit = NonNullable<NonNullable<SeedObject['database']>['rateLimit']>

const SEED = {
  version: 1,
  clock: { now: '2026-01-31T23:59:00.000Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a',
      limits: { reads: 10, writes: 4 },
      usage: { reads: 5 },
      keys: [
        { key: 'kv_read_a', scope: 'read' },
        { key: 'kv_write_a', scope: 'write' },
        { key: 'kv_admin_a', scope: 'admin' },
      ],
      entries: [{ key: 'k', value: 1, ttlSeconds: 3600 }],
    },
  ],
  stores: [{ id: 'ec_a', keys: [{ key: 'kv_admin_ec', scope: 'admin' }] }],
  database: {
    keys: [{ key: 'db' }, { key: 'db_other' }, { key: 'db_third' }],
    documents: [{ repeat: 5, title: 'Document {{index}}' }],
    projects: [{ repeat: 3, name: 'Project {{index}}' }],
  },
}

/** A client's run against an emulator. Real time passes only through `wait()`. */
export class Run implements AsyncDisposable {
  #realMs = 5_000

  private constructor(public emulator: EmulatorClient) {}

  static async start(options: Parameters<typeof startEmulator>[0] = {}): Promise<Run> {
    const passed = { run: undefined as Run | undefined }
    pace(() => passed.run?.realMs ?? 0)
    const run = new Run(await startEmulator({ seed: SEED, ...options }))
    passed.run = run
    return run
  }

  static async under(...faults: readonly FaultInput[]): Promise<Run> {
    const run = await Run.start()
    await run.emulator.faults.add(faults)
    return run
  }

  /** Limits the rate of each database key. */
  static async limited(rateLimit: RateLimit): Promise<Run> {
    const run = await Run.start()
    await run.emulator.state.merge({ version: 1, database: { rateLimit } })
    return run
  }

  get realMs(): number {
    return this.#realMs
  }

  /** Resolves to true once the emulator has seen the last request's connection end. */
  async isHungUp(): Promise<boolean> {
    const [newest] = await this.emulator.requests({ details: true, limit: 1 })
    return newest?.socket?.closedMs !== undefined
  }

  wait(ms: number): void {
    this.#realMs += ms
  }

  /** Sends a request, e.g. `send('GET /documents', 'db')`. The credential goes into the header that the path needs. */
  send(
    line: string,
    credential: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const [method = '', path = ''] = line.split(' ')
    const name = path.includes('/v1/') ? 'X-KV-Key' : 'X-API-Key'
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return this.emulator.fetch(path, { method, headers: { [name]: credential, ...headers }, ...sent })
  }

  async duty(id: string): Promise<DutyReport> {
    const { duties } = await conduct(this.emulator)
    const report = duties.find((duty) => duty.id === id)
    if (report === undefined) throw new Error(`there is no duty ${id}`)
    return report
  }

  [Symbol.asyncDispose](): Promise<void> {
    pace()
    return this.emulator.close()
  }
}

export const NOT_EXERCISED = {
  verdict: 'not exercised',
  occasions: 0,
  breaches: 0,
  undecided: 0,
  wrong: [],
  doubts: [],
  requests: [],
}
