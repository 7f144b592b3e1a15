/** An ordinary app, tested by the sample suite. It knows nothing about the emulator. */

export interface ShopOptions {
  readonly baseUrl: string
  readonly dbBaseUrl: string
  readonly databaseKey?: string
}

/** Thrown if a service refuses a request. */
export class ShopError extends Error {
  constructor(readonly status: number) {
    super(`the service answered ${status}`)
  }
}

export class Shop {
  readonly #base: string
  readonly #documents: string
  readonly #databaseKey: string

  constructor({ baseUrl, dbBaseUrl, databaseKey = 'db_shop' }: ShopOptions) {
    this.#base = baseUrl
    this.#documents = `${dbBaseUrl}/documents`
    this.#databaseKey = databaseKey
  }

  /** Remembers who is logged in, for 15 minutes. */
  async login(user: string): Promise<void> {
    await this.#keyValue(`session:${user}`, 'PUT', { value: { user }, ttlSeconds: 900 })
  }

  async logout(user: string): Promise<void> {
    await this.#keyValue(`session:${user}`, 'DELETE')
  }

  async isLoggedIn(user: string): Promise<boolean> {
    return (await this.#keyValue(`session:${user}`)) !== undefined
  }

  async saveCart(user: string, items: readonly string[]): Promise<void> {
    await this.#keyValue(`cart:${user}`, 'PUT', { value: items, ttlSeconds: 86_400 })
  }

  /** Repeats a failed write once: sending the same PUT twice does no harm. */
  async saveCartSafely(user: string, items: readonly string[]): Promise<void> {
    await this.saveCart(user, items).catch(() => this.saveCart(user, items))
  }

  async cart(user: string): Promise<readonly string[]> {
    return ((await this.#keyValue(`cart:${user}`))?.value as string[] | undefined) ?? []
  }

  async banner(): Promise<string> {
    const headers = { 'X-KV-Key': 'kv_read_settings' }
    const response = await fetch(`${this.#base}/v1/ec/ec_shop_89daefd4/banner`, {
      headers,
    }).catch(() => undefined)
    if (response?.ok !== true) return 'Welcome'
    return ((await response.json()) as { value: string }).value
  }

  async products(pageSize = 20): Promise<string[]> {
    const titles: string[] = []
    let next: string | null = `${this.#documents}?limit=${pageSize}`
    while (next !== null) {
      const response: Response = await this.#database(next)
      const page = (await response.json()) as readonly { readonly title: string }[]
      titles.push(...page.map(({ title }) => title))
      next = response.headers.get('x-next')
    }
    return titles
  }

  async addProduct(title: string): Promise<number> {
    const response = await this.#database(this.#documents, 'POST', { title })
    return ((await response.json()) as { id: number }).id
  }

  /** 0 if the database accepts a request now. */
  async secondsToWait(): Promise<number> {
    const response = await fetch(this.#documents, { headers: { 'X-API-Key': this.#databaseKey } })
    await response.arrayBuffer()
    return response.status === 429 ? Number(response.headers.get('retry-after')) : 0
  }

  async #keyValue(key: string, method = 'GET', body?: object): Promise<{ value: unknown } | undefined> {
    const url = `${this.#base}/v1/kv/ns_shop_k3v9x2/${encodeURIComponent(key)}`
    const response = await fetch(url, {
      method,
      headers: { 'X-KV-Key': 'kv_admin_shop' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (response.status === 404) return undefined
    if (!response.ok) throw new ShopError(response.status)
    return (await response.json()) as { value: unknown }
  }

  async #database(url: string, method = 'GET', body?: object): Promise<Response> {
    const response = await fetch(url, {
      method,
      headers: { 'X-API-Key': this.#databaseKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new ShopError(response.status)
    return response
  }
}
