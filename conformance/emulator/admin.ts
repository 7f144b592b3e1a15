import { type Send, withBearer } from '../http-client.js'

/** Thrown if an admin call is refused, or if the answer didn't come from an emulator. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal'

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** The JSON object in an answer, or an empty one if there's no body. */
export type AdminJson = Readonly<Record<string, unknown>>

export class Admin {
  /**
   * @param baseUrl of the emulator or the world
   * @param token the admin token, if the emulator needs one
   */
  constructor(
    private readonly baseUrl: string,
    private readonly send: Send,
    private readonly token?: string,
  ) {}

  /** @throws AdminRefusal if the call fails */
  async call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<AdminJson> {
    const { status, text } = await this.send({
      method,
      url: `${this.baseUrl}/_admin${path}`,
      headers: this.token === undefined ? {} : withBearer(this.token),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = objectIn(text)
    if (status >= 200 && status < 300 && answer !== undefined) return answer
    const message = typeof answer?.message === 'string' ? answer.message : "the answer isn't from an emulator"
    throw new AdminRefusal(status, `${method} /_admin${path}: ${message} (${status})`)
  }
}

/** @throws AdminRefusal if the member is missing or isn't a string */
export function textIn(answer: unknown, member: string): string {
  const text: unknown = Object(answer)[member]
  if (typeof text === 'string') return text
  throw new AdminRefusal(200, `the emulator's answer has no ${member}`)
}

function objectIn(text: string): AdminJson | undefined {
  if (text === '') return {}
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null ? { ...found } : undefined
  } catch {
    return undefined
  }
}
