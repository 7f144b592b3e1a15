import { RandomSource } from '../../../src/core/random.js'
import { type EmulatorClient, type Hold, startEmulator } from '../../../src/index.js'

const NS = 'ns_shop_k3v9x2'
const KV_KEY = { 'X-KV-Key': 'kv_admin_a' }
const DB_KEY = { 'X-API-Key': 'db' }
const SEED = {
  clock: { now: '2026-01-31T23:58:00Z', freeze: true },
  random: 11,
  namespaces: [
    { id: NS, keys: [{ key: 'kv_admin_a', scope: 'admin' as const }], limits: { writes: 40, reads: 60 } },
  ],
  database: {
    rateLimit: { requests: 12, per: '1m' },
    keys: [{ key: 'db' }],
    documents: [{ repeat: 5, title: 'D' }],
  },
}

/** A world's state after its last command so far. */
export interface Seen {
  /** The length of its log. */
  readonly commands: number
  readonly state: string
}

interface Sent {
  readonly answer: Promise<unknown>
  readonly abort: AbortController
}

/** A world whose requests are held, released, failed and left in a random order. */
export class HeldRun implements AsyncDisposable {
  readonly seen: Seen[] = []
  readonly trace: string[] = []
  /** The requests that were held with a finished answer. */
  readonly ranFirst = new Set<string>()
  /** The faults that run the operation first. */
  readonly #runFirst = new Set<string>()
  readonly #holds: Hold[] = []
  readonly #sent = new Map<string, Sent>()
  readonly #chances: ReturnType<RandomSource['stream']>

  private constructor(
    readonly emulator: EmulatorClient,
    seed: number,
  ) {
    this.#chances = new RandomSource(seed).stream('steps')
  }

  static async start(seed: number, grease?: number): Promise<HeldRun> {
    const options = grease === undefined ? {} : { grease }
    const run = new HeldRun(await startEmulator({ seed: SEED, ...options }), seed)
    await run.#look()
    return run
  }

  get held(): readonly string[] {
    return [...this.#sent.keys()]
  }

  async step(): Promise<void> {
    const steps = [
      ...[() => this.#request(), () => this.#request(), () => this.#request(), () => this.#request()],
      ...[() => this.#end('release'), () => this.#end('fail'), () => this.#end('leave')],
      ...[() => this.#hold(), () => this.#fault(), () => this.#stopHolding(), () => this.#steer()],
    ]
    await this.#draw(steps)()
    await this.#look()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.emulator.close()
    await Promise.all([...this.#sent.values()].map(({ answer }) => answer))
  }

  async #look(): Promise<void> {
    const { commands } = await this.emulator.history({ limit: 10_000 })
    this.seen.push({ commands: commands.length, state: JSON.stringify(await this.emulator.state.get()) })
  }

  async #hold(): Promise<void> {
    if (this.#holds.length > 3) return
    const operation = this.#draw(['kv.put', 'kv.*', 'documents.*', 'kv.list'])
    const effect = this.#draw(['before', 'after'] as const)
    this.trace.push(`hold ${operation}, effect ${effect}`)
    const hold = await this.emulator.hold({ operation }, { effect })
    this.#holds.push(hold)
    this.#note(hold.fault, effect)
  }

  /** A fault that holds, with an end, a delay and chances of its own. */
  async #fault(): Promise<void> {
    const effect = this.#draw(['before', 'after'] as const)
    const fault = this.#draw([
      { hold: true, status: 503, retryAfter: 3 },
      { hold: true, connection: 'reset' as const },
      { hold: true, delay: { min: 0, max: 1 } },
      { status: 418, body: { tea: true } },
      { hold: true, connection: 'truncate' as const },
    ])
    const times = 1 + this.#chances.integer(3)
    this.trace.push(`fault ${JSON.stringify(fault)}, effect ${effect}, ${times} times`)
    const { id } = await this.emulator.faults.add({ ...fault, effect, times, probability: 0.7 })
    this.#note(id, effect)
  }

  async #stopHolding(): Promise<void> {
    const [hold] = this.#holds.splice(this.#chances.integer(Math.max(1, this.#holds.length)), 1)
    if (hold === undefined) return
    this.trace.push(`end the hold of ${hold.fault}`)
    // A restore or an undo may have removed the fault, but its requests are still held.
    const { length } = await this.emulator.faults
      .list()
      .then((all) => all.filter(({ id }) => id === hold.fault))
    if (length === 0) return
    const before = this.held
    await hold.end()
    const left = new Set(await this.#listed())
    for (const request of before) if (!left.has(request)) await this.#ended(request)
  }

  async #request(): Promise<void> {
    const key = this.#draw(['a', 'b', 'c'])
    const value = this.#chances.integer(1000)
    const [line, body] = this.#draw([
      [`PUT /v1/kv/${NS}/${key}`, { value, ttlSeconds: 60 + this.#chances.integer(60) }] as const,
      [`GET /v1/kv/${NS}/${key}`, undefined] as const,
      [`DELETE /v1/kv/${NS}/${key}`, undefined] as const,
      ['POST /documents', { title: `T${value}` }] as const,
      ['GET /documents?limit=3', undefined] as const,
      [`GET /documents/${1 + this.#chances.integer(8)}`, undefined] as const,
    ])
    const [method = '', target = ''] = line.split(' ')
    const abort = new AbortController()
    const before = new Set(this.held)
    const init = { method, headers: { ...KV_KEY, ...DB_KEY }, signal: abort.signal }
    const answer = this.emulator
      .fetch(target, body === undefined ? init : { ...init, body: JSON.stringify(body) })
      .then((response) => response.text())
      .catch(() => undefined)
    let isOver = false
    void answer.then(() => {
      isOver = true
    })
    let held: string | undefined
    while (!isOver && held === undefined) held = (await this.#listed()).find((id) => !before.has(id))
    this.trace.push(`${line}${held === undefined ? '' : `, held as ${held}`}`)
    if (held !== undefined) this.#sent.set(held, { answer, abort })
  }

  /** A restore makes ids of faults available again. */
  #note(fault: string, effect: 'before' | 'after'): void {
    if (effect === 'after') this.#runFirst.add(fault)
    else this.#runFirst.delete(fault)
  }

  async #end(how: 'release' | 'fail' | 'leave'): Promise<void> {
    const held = this.#draw([undefined, ...(await this.#listed())])
    if (held === undefined) return
    this.trace.push(`${how} ${held}`)
    if (how === 'release') await this.#letGo(held, {})
    if (how === 'fail')
      await this.#letGo(
        held,
        this.#draw([{ status: 503 }, { status: 429, retryAfter: 2 }, { connection: 'reset' }]),
      )
    if (how === 'leave') this.#sent.get(held)?.abort.abort()
    await this.#ended(held)
  }

  async #steer(): Promise<void> {
    const { emulator } = this
    const steer = this.#draw([
      async () => emulator.clock.advance(`${1 + this.#chances.integer(90)}s`),
      async () => emulator.profile.patch({ kv: { putStatus: this.#draw([200, 201] as const) } }),
      async () => emulator.state.merge({ namespaces: [{ id: NS, limits: { writes: 45 } }] }),
      async () => emulator.snapshots.take('kept'),
      async () => emulator.snapshots.restore('kept').catch(() => {}),
      async () => {
        const [last] = (await emulator.history({ kind: 'admin', limit: 1 })).commands
        await emulator.undo({ to: last?.id ?? 'now' }).catch(() => {})
      },
    ])
    this.trace.push(String(steer))
    await steer()
  }

  /** The ids of all held requests, whatever holds them. */
  async #listed(): Promise<string[]> {
    const response = await this.emulator.fetch('/_admin/held')
    const { held } = (await response.json()) as { held: { id: string; fault: string }[] }
    for (const { id, fault } of held) {
      if (!this.#sent.has(id) && this.#runFirst.has(fault)) this.ranFirst.add(id)
    }
    return held.map(({ id }) => id)
  }

  async #letGo(request: string, end: object): Promise<void> {
    const body = JSON.stringify(end)
    const { status } = await this.emulator.fetch(`/_admin/held/${request}`, { method: 'POST', body })
    if (status !== 200) throw new Error(`${request} was not released: ${status}`)
  }

  async #ended(request: string): Promise<void> {
    const sent = this.#sent.get(request)
    this.#sent.delete(request)
    await sent?.answer
  }

  #draw<T>(items: readonly T[]): T {
    const item = items[this.#chances.integer(items.length)]
    if (item === undefined && items.length === 0) throw new Error('nothing to draw from')
    return item as T
  }
}
