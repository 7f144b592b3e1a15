import { type Agent, request } from 'node:http'

/** The end of a request, from the client's view. */
export type Ending = 'whole' | 'half' | 'none'

export interface Got {
  readonly ending: Ending
  readonly status: number | undefined
}

/** Never rejects: a broken connection is a result. */
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
