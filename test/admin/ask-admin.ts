import type { EmulatorClient } from '../../src/client/emulator-client.js'

/** Makes an admin call over HTTP: `askAdmin(emulator, 'PUT /state', {…})`. Text is sent as it is. */
export function askAdmin(
  { adminUrl }: Pick<EmulatorClient, 'adminUrl'>,
  line: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const [method = '', path = ''] = line.split(' ')
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return fetch(`${adminUrl}${path}`, { method, headers, ...sent })
}
