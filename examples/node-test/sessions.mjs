import { setTimeout as sleep } from 'node:timers/promises'

/** The application under test. It knows the address of the key-value store, but nothing about the emulator. */
export class Sessions {
  #baseUrl
  #pause

  /**
   * @param {object} options
   * @param {string} options.baseUrl
   * @param {(ms: number) => Promise<unknown>} [options.pause] waits before a retry
   */
  constructor({ baseUrl, pause = sleep }) {
    this.#baseUrl = baseUrl
    this.#pause = pause
  }

  /**
   * Remembers the user for 15 minutes.
   *
   * @param {string} user
   */
  async begin(user) {
    const response = await this.#send(user, 'PUT', { value: { user }, ttlSeconds: 900 })
    if (!response.ok) throw new Error(`the session could not be stored: ${response.status}`)
  }

  /** @param {string} user */
  async isActive(user) {
    const response = await this.#send(user, 'GET')
    if (response.status === 404) return false
    if (!response.ok) throw new Error(`the session could not be read: ${response.status}`)
    return true
  }

  /**
   * Tries up to three times, since failures of the store may pass.
   *
   * @param {string} user
   * @param {string} method
   * @param {object} [body]
   */
  async #send(user, method, body) {
    const url = `${this.#baseUrl}/v1/kv/ns_demo_starter/session:${encodeURIComponent(user)}`
    const headers = { 'X-KV-Key': 'kv_admin_demo', 'Content-Type': 'application/json' }
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      if (response.status < 500 || attempt === 3) return response
      await response.body?.cancel()
      await this.#pause(100 * 2 ** attempt * (1 + Math.random()))
    }
  }
}
