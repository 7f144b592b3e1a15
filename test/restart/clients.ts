import { type Agent, request } from 'node:http'

/** How a request ended for its client. */
export type Ending = 'whole' | 'half' | 'none'

/** What a client got. */
export interface Got {
  readonly ending: Ending
  readonly status: number | undefined
}

/** Asks once. Never rejects: a connection that broke is what is looked for. */
export function ask(
  agent: Agent,
  url: string,
  { method = 'GET', headers = {}, body = '' } = {},
): Promise<Got> {
  return new Promise((resolve) => {
    let status: number | undefined
    const sent = request(url, { agent, method, headers }, (response) => {
      status = response.statusCode
      response.resume()
      response.on('end', () => resolve({ ending: response.complete ? 'whole' : 'half', status }))
      response.on('error', () => resolve({ ending: 'half', status }))
    })
    sent.on('error', () => resolve({ ending: status === undefined ? 'none' : 'half', status }))
    sent.end(body)
  })
}
