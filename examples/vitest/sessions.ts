import { setTimeout as sleep } from 'node:timers/promises'

/** The application under test. It knows the address of the key-value store, but nothing about the emulator. */
export interface SessionsOptions {
  readonly baseUrl: string
  /** Waits before a retry. */
  readonly pause?: (ms: number) => Promise<unknown>
}

export class Sessions {
  readonly #baseUrl: string
  readonly #pause: (ms: number) => Promise<unknown>

  constructor({ baseUrl, pause = sleep }: SessionsOptions) {
    this.#baseUrl = baseUrl
    this.#pause = pause
  }

  /** Remembers the user for 15 minutes. */
  async begin(user: string): Promise<void> {
    const response = await this.#send(user, 'PUT', { value: { user }, ttlSeconds: 900 })
    if (!response.ok) throw new Error(`the session could not be stored: ${response.status}`)
  }

  async isActive(user: string): Promise<boolean> {
    const response = await this.#send(user, 'GET')
    if (response.status === 404) return false
    if (!response.ok) throw new Error(`the session could not be read: ${response.status}`)
    return true
  }

  /** Tries up to three times, since failures of the store may pass. */
  async #send(user: string, method: string, body?: object): Promise<Response> {
    const url = `${this.#baseUrl}/v1/kv/ns_demo_starter/session:${encodeURIComponent(user)}`
    const headers = { 'X-KV-Key': 'kv_admin_demo', 'Content-Type': 'application/json' }
    for (let attempt = 1; ; attempt++) {
      const asked = fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const response = await (attempt === 3 ? asked : asked.catch(() => undefined))
      if (response !== undefined && (attempt === 3 || !isPassing(response.status))) return response
      const askedMs = 1000 * Number(response?.headers.get('Retry-After') ?? 0)
      await response?.body?.cancel()
      await this.#pause(Math.max(askedMs, 100 * 2 ** attempt * (1 + Math.random())))
    }
  }
}

/** Returns true if a retry may succeed. */
const isPassing = (status: number): boolean => status === 429 || status >= 500
