import { answer } from '../../src/admin/router.js'
import type { LaunchedEmulator } from '../../src/server/launch.js'
import { dataRequest } from '../support/data-request.js'

/** Calls of an emulator without a socket. */

/** Asks a service, whatever it answers. */
export function ask(
  { plane, world }: LaunchedEmulator,
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
) {
  return plane.answer(world, dataRequest(method, target, headers, body))
}

/** Asks with a credential that is right. @throws where it is refused, for then nothing behind it is looked at */
export async function askAllowed(
  emulator: LaunchedEmulator,
  ...[method, target, headers, body]: [
    method: string,
    target: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ]
): Promise<void> {
  const { reply } = await ask(emulator, method, target, headers, body)
  if (reply?.status === 401 || reply?.status === 403)
    throw new Error(`${target.slice(0, 40)}: ${reply.status}`)
}

/** Calls the admin interface. @param target the path behind /_admin, and the query */
export const callAdmin = ({ home }: LaunchedEmulator, method: string, target: string, body = '') =>
  answer(home, adminRequest(method, target, body))

/** The same over a socket, whose answer is read to its end, however long it is. */
export async function readAdmin(
  { home }: LaunchedEmulator,
  method: string,
  target: string,
  body = '',
): Promise<number> {
  const { status, pieces } = await answer(home, { ...adminRequest(method, target, body), hasSocket: true })
  for (const _piece of pieces ?? []);
  return status
}

function adminRequest(method: string, target: string, body: string) {
  const at = target.indexOf('?')
  const [path, query] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
  return { method, path: `/_admin${path}`, query, body, origin: 'http://a.test' }
}
