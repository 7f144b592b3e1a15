import type { DataRequest } from '../../src/request/message.js'

/** A request to the services as the pipeline takes it, without a socket. Header names are in lower case. */
export function dataRequest(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): DataRequest {
  return {
    method,
    target,
    origin: 'http://emulator.test',
    prefix: '',
    body: Buffer.from(body),
    bodyIsTooLarge: false,
    httpVersion: '1.1',
    rawHeaders: Object.entries(headers).flat(),
    header: (name) => headers[name],
    isRepeated: () => false,
  }
}
