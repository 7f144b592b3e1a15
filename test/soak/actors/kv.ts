import type { RandomStream } from '../../../src/core/random.js'
import type { Answered } from '../caller.js'
import { type Actor, keyOf, type Load, namespaceOf } from '../load.js'

/** A write that was answered with 200. */
interface Written {
  readonly value: number
  /** In ms of virtual time, from the answer. */
  readonly expiresAt: number
}

const KEYS = 100
/** A virtual minute between lists. A list removes expired entries, and so keeps a namespace small. */
const LIST_EVERY_MS = 60_000

/** Writes, reads, deletes and lists the keys of a namespace that no other actor writes to. */
export const kvActor =
  (index: number): Actor =>
  async (load) => {
    const keys = new NamespaceKeys(load, index)
    while (!load.isOver()) await keys.step()
    await keys.readAll()
  }

/** Compares the emulator's answers with what was written. */
class NamespaceKeys {
  readonly #written = new Map<string, Written>()
  readonly #random: RandomStream
  readonly #path: string
  readonly #headers: Readonly<Record<string, string>>
  #listedAt = 0
  #value = 0

  constructor(
    private readonly load: Load,
    index: number,
  ) {
    this.#random = load.random(`kv${index}`)
    this.#path = `/v1/kv/${namespaceOf(index)}`
    this.#headers = keyOf(index)
  }

  async step(): Promise<void> {
    const key = `k${this.#random.integer(KEYS)}`
    const choice = this.#random.integer(100)
    let at: number
    if (choice < 45) at = await this.#put(key)
    else if (choice < 90) at = await this.#read(key)
    else if (choice < 98) at = await this.#remove(key)
    else at = await this.#usage()
    if (at - this.#listedAt >= LIST_EVERY_MS) this.#listedAt = await this.#list()
  }

  async readAll(): Promise<void> {
    for (const key of this.#written.keys()) await this.#read(key)
  }

  async #put(key: string): Promise<number> {
    const value = ++this.#value
    // Most TTLs are a virtual minute to an hour. Some are shorter, and the service raises these.
    const ttlSeconds = 30 + this.#random.integer(3600)
    const body = { value, ttlSeconds }
    const put = { method: 'PUT', path: `${this.#path}/${key}`, headers: this.#headers, body } as const
    const { status, json, at } = await this.load.caller.ask(put, 200)
    const { expiresAt } = json as { expiresAt: number }
    if (status === 200) this.#written.set(key, { value, expiresAt })
    // The Date header has no ms.
    const early = at + Math.max(ttlSeconds, 60) * 1000
    if (!(expiresAt >= early && expiresAt < early + 1000)) {
      this.load.caller.problem(`PUT ${key} at ${at} with ${ttlSeconds} s gave expiresAt ${expiresAt}`)
    }
    return at
  }

  async #read(key: string): Promise<number> {
    const answered = await this.load.caller.ask(
      { path: `${this.#path}/${key}`, headers: this.#headers },
      200,
      404,
    )
    this.#hold(key, answered)
    return answered.at
  }

  /** Checks that the answer matches the write at the instant of the answer. The Date header has no ms. */
  #hold(key: string, { status, json, at }: Answered): void {
    const written = this.#written.get(key)
    const read = json as Partial<Written>
    const isHeld =
      status === 404
        ? written === undefined || written.expiresAt < at + 1000
        : written !== undefined &&
          written.expiresAt > at &&
          read.value === written.value &&
          read.expiresAt === written.expiresAt
    if (isHeld) return
    const [was, is] = [written, json].map((value) => JSON.stringify(value))
    this.load.caller.problem(`${this.#path}/${key} holds ${was}, and was read as ${status} ${is} at ${at}`)
  }

  async #remove(key: string): Promise<number> {
    const remove = { method: 'DELETE', path: `${this.#path}/${key}`, headers: this.#headers } as const
    const { status, at } = await this.load.caller.ask(remove, 200, 404)
    const written = this.#written.get(key)
    if (status === 404 && written !== undefined && written.expiresAt >= at + 1000) {
      this.load.caller.problem(
        `DELETE ${this.#path}/${key} found nothing, and it lives until ${written.expiresAt}`,
      )
    }
    this.#written.delete(key)
    return at
  }

  async #list(): Promise<number> {
    const { json, at } = await this.load.caller.ask({ path: this.#path, headers: this.#bearer }, 200)
    const { keys } = json as { keys: { key: string; expiresAt: number }[] }
    const listed = new Map(keys.map(({ key, expiresAt }) => [key, expiresAt]))
    for (const [key, { expiresAt }] of this.#written) {
      const isDue = expiresAt >= at + 1000
      if (isDue && listed.get(key) !== expiresAt)
        this.load.caller.problem(`${this.#path} does not list ${key}`)
      if (expiresAt <= at) this.#written.delete(key)
    }
    const unknown = keys.filter(({ key }) => !this.#written.has(key))
    if (unknown.length > 0) {
      this.load.caller.problem(`${this.#path} lists ${JSON.stringify(unknown)}, and the time is ${at}`)
    }
    return at
  }

  async #usage(): Promise<number> {
    const path = this.#path.replace('/kv/', '/usage/')
    return (await this.load.caller.ask({ path, headers: this.#bearer }, 200)).at
  }

  get #bearer(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.load.bearer}` }
  }
}
