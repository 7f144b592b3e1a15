import type { CommandId } from '../../core/command-id.js'
import { parseInstant } from '../../core/instants.js'
import { AdminCommand, isNamed, type LoggedCommand } from '../../domain/command.js'
import type { HoldEnd } from '../../domain/faults/holds.js'
import type { OtherAddressOf, ServiceRequest } from '../../domain/requests/request.js'
import type { Log, LogMoment } from '../point.js'
import type { Bundle, BundledCall, BundledHoldEnd, BundledRequest } from './read.js'

/** A bundle's log, which you can replay just like a world's. */
export class BundleLog implements Log {
  readonly oldest = 0

  private constructor(
    readonly bundle: Bundle,
    readonly commands: readonly LoggedCommand[],
  ) {}

  static of(bundle: Bundle): BundleLog {
    const commands: LoggedCommand[] = []
    for (const command of bundle.commands) {
      commands.push(command.kind === 'admin' ? callCommand(command) : requestOf(command))
    }
    return new BundleLog(bundle, commands)
  }

  get length(): number {
    return this.commands.length
  }

  get startedAt(): number {
    const { clock } = this.bundle.beginning as { readonly clock?: { readonly now?: string | number } }
    return (clock?.now === undefined ? undefined : parseInstant(clock.now)) ?? this.commands[0]?.at ?? 0
  }

  /** The moment when the bundle was written. */
  get end(): LogMoment {
    return { index: this.length, at: this.bundle.at }
  }

  at(index: number): LoggedCommand | undefined {
    return this.commands[index]
  }

  find(id: CommandId): number | undefined {
    const index = this.commands.findLastIndex((command) => isNamed(command, id))
    return index < 0 ? undefined : index
  }

  hasGiven(): boolean {
    return false
  }
}

function callCommand({ id, at, area, changed, method, path, body = '' }: BundledCall): AdminCommand {
  return new AdminCommand(id, at, { area, id: changed, call: { method, path, body } })
}

function requestOf(bundled: BundledRequest): ServiceRequest {
  const { kind, id, at, method, target, httpVersion, origin, prefix, headers, token, elsewhere } = bundled
  const { body = '', bodyBase64, bodyIsTooLarge = false, holdEnd } = bundled
  return {
    kind,
    id,
    at,
    method,
    target,
    httpVersion,
    origin,
    prefix,
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
