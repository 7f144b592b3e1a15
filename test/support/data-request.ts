import type { IncomingRequest } from '../../src/domain/requests/request.js'

/** Creates a request for the pipeline, without a socket. */
export function dataRequest(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): IncomingRequest {
  return {
    method,
    target,
    origin: 'http://emulator.test',
    prefix: '',
    body: Buffer.from(body),
    bodyIsTooLarge: false,
    httpVersion: '1.1',
    rawHeaders: Object.entries(headers).flat(),
  }
}
