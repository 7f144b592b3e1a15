import { isUtf8 } from 'node:buffer'
import { AdminCommand, type LoggedCommand } from '../../domain/command.js'
import type { HoldEnd } from '../../domain/faults/holds.js'
import type { OtherAddressOf, ServiceRequest } from '../../domain/requests/request.js'
import type { WorldService } from '../../domain/service.js'
import { blankAuthorization } from '../../inspect/mask.js'
import { exportEffect } from '../../seed/export-faults.js'
import type { Seed } from '../../seed/schema/schema.js'
import type { BundledCall, BundledHoldEnd, BundledRequest } from './read.js'

/** Converts commands between the form in a log and the form in a bundle. */

/** The state isn't text yet. */
type CallView = Omit<BundledCall, 'state'> & { readonly state?: Seed }

export type CommandView = BundledRequest | CallView

export const commandOf = (command: BundledRequest | BundledCall): LoggedCommand =>
  command.kind === 'admin' ? callCommand(command) : requestOf(command)

function callCommand({ id, at, area, changed, method, path, body = '' }: BundledCall): AdminCommand {
  return new AdminCommand(id, at, { area, id: changed, call: { method, path, body } })
}

export function callView({ id, at, change }: AdminCommand, state?: Seed): CallView {
  const { area, id: changed, call } = change
  const { method, path, body } = call
  return {
    kind: 'admin',
    id,
    at,
    area,
    ...(changed === undefined ? {} : { changed }),
    method,
    path,
    // The state replaces the body that it came from.
    ...(state === undefined ? (body === '' ? {} : { body }) : { state }),
  }
}

/** Fields that a request in a log and one in a bundle share, in the order in which bundles write them. */
const sharedFields = ({
  id,
  at,
  method,
  target,
  httpVersion,
  origin,
  prefix,
}: BundledRequest | ServiceRequest) => ({
  kind: 'request' as const,
  id,
  at,
  method,
  target,
  httpVersion,
  origin,
  prefix,
})

function requestOf(bundled: BundledRequest): ServiceRequest {
  const { headers, body = '', bodyBase64, bodyIsTooLarge = false, token, elsewhere, holdEnd } = bundled
  return {
    ...sharedFields(bundled),
    rawHeaders: headers.flat(),
    body: bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, 'base64'),
    bodyIsTooLarge,
    token,
    otherAddressOf: addressesOf(elsewhere),
    holdEnd: holdEnd && holdEndOf(holdEnd),
  }
}

const holdEndOf = ({ fault: { id, ...effect }, release }: BundledHoldEnd): HoldEnd => ({
  fault: { id, effect },
  release: typeof release === 'string' ? release : { effect: release },
})

const addressesOf = (elsewhere: BundledRequest['elsewhere']): OtherAddressOf | undefined =>
  elsewhere && ((name) => elsewhere[name])

export function requestView(
  command: ServiceRequest,
  isHeld: boolean,
  services: readonly WorldService[],
): BundledRequest {
  const { token, otherAddressOf, holdEnd } = command
  const elsewhere = services.flatMap(({ name }): [string, string][] => {
    const address = otherAddressOf?.(name)
    return address === undefined ? [] : [[name, address]]
  })
  return {
    ...sharedFields(command),
    headers: headerPairs(command.rawHeaders),
    ...bodyView(command.body),
    ...(command.bodyIsTooLarge ? { bodyIsTooLarge: true } : {}),
    ...(token === undefined ? {} : { token }),
    ...(elsewhere.length === 0 ? {} : { elsewhere: Object.fromEntries(elsewhere) }),
    ...(isHeld ? { held: true } : {}),
    ...(holdEnd === undefined ? {} : { holdEnd: holdEndView(holdEnd) }),
  }
}

const holdEndView = ({ fault: { id, effect }, release }: HoldEnd): BundledHoldEnd => ({
  fault: { id, ...exportEffect(effect) },
  release: typeof release === 'string' ? release : exportEffect(release.effect),
})

function headerPairs(headers: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2)
    pairs.push([name, name.toLowerCase() === 'authorization' ? blankAuthorization(value) : value])
  }
  return pairs
}

function bodyView(body: ServiceRequest['body']): Pick<BundledRequest, 'body' | 'bodyBase64'> {
  if (body.length === 0) return {}
  return isUtf8(body) ? { body: body.toString('utf8') } : { bodyBase64: Buffer.from(body).toString('base64') }
}
