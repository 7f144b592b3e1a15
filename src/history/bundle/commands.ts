import { RequestCommand } from '../../api/command.js'
import type { DataRequest, OtherAddressOf } from '../../api/message.js'
import { parseInstant } from '../../core/instants.js'
import { AdminCommand, isNamed, type Stretch } from '../../domain/command.js'
import type { HoldEnd } from '../../domain/faults/holds.js'
import type { Log, Moment } from '../point.js'
import type { WorldCommand } from '../replay.js'
import type { Bundle, BundledCall, BundledHoldEnd, BundledRequest } from './format.js'

/** The log of a bundle: its commands can be run, and its moments are found as those of a world. */
export class BundleLog implements Log {
  readonly oldest = 0

  private constructor(
    private readonly bundle: Bundle,
    readonly commands: readonly WorldCommand[],
  ) {}

  /** Makes the commands in slices. */
  static of(bundle: Bundle): BundleLog {
    const commands: WorldCommand[] = []
    let newest: RequestCommand | undefined
    for (const command of bundle.commands) {
      if (command.kind === 'admin') commands.push(callCommand(command))
      else {
        newest = requestCommand(command, newest)
        commands.push(newest)
      }
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

  /** The moment at which the bundle was written. */
  get end(): Moment {
    return { index: this.length, at: this.bundle.at }
  }

  at(index: number): WorldCommand | undefined {
    return this.commands[index]
  }

  timesAt(index: number): WorldCommand | undefined {
    return this.commands[index]
  }

  /** Nobody waits while a bundle is looked through. */
  segments(): readonly Stretch[] {
    return [{ index: 0, earliest: Number.NEGATIVE_INFINITY, latest: Number.POSITIVE_INFINITY }]
  }

  find(id: string): number | undefined {
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

/** @param newest the request before: what is equal is kept once */
function requestCommand(bundled: BundledRequest, newest: RequestCommand | undefined): RequestCommand {
  const { id, at, method, target, httpVersion, origin, prefix, headers, token, bodyIsTooLarge } = bundled
  const { body = '', bodyBase64, holdEnd } = bundled
  const request: DataRequest = {
    ...{ method, target, httpVersion, origin, prefix },
    rawHeaders: headers.flat(),
    body: bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, 'base64'),
    bodyIsTooLarge: bodyIsTooLarge ?? false,
    // The command reads its own headers.
    header: () => undefined,
    isRepeated: () => false,
  }
  const otherAddressOf = addressesOf(bundled.elsewhere)
  // What is not shown of it was never kept.
  const shownBytesMax = Number.POSITIVE_INFINITY
  const number = Number(id.slice(1))
  const arrival = { number, at, token, otherAddressOf, newest, shownBytesMax }
  return RequestCommand.of(request, { ...arrival, holdEnd: holdEnd && holdEndOf(holdEnd) })
}

const holdEndOf = ({ fault: { id, ...effect }, release }: BundledHoldEnd): HoldEnd => ({
  fault: { id, effect },
  release: typeof release === 'string' ? release : { effect: release },
})

const addressesOf = (elsewhere: BundledRequest['elsewhere']): OtherAddressOf | undefined =>
  elsewhere && ((name) => elsewhere[name])
