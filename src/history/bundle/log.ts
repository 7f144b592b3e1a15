import type { CommandId } from '../../core/command-id.js'
import { parseInstant } from '../../core/instants.js'
import { isNamed, type LoggedCommand } from '../../domain/command.js'
import type { Log, LogMoment } from '../point.js'
import { commandOf } from './commands.js'
import type { Bundle } from './read.js'

export class BundleLog implements Log {
  readonly oldest = 0

  private constructor(
    readonly bundle: Bundle,
    readonly commands: readonly LoggedCommand[],
  ) {}

  static of(bundle: Bundle): BundleLog {
    return new BundleLog(bundle, bundle.commands.map(commandOf))
  }

  get length(): number {
    return this.commands.length
  }

  get startedAt(): number {
    const { clock } = this.bundle.beginning as { readonly clock?: { readonly now?: string | number } }
    return (clock?.now === undefined ? undefined : parseInstant(clock.now)) ?? this.commands[0]?.at ?? 0
  }

  /** When the bundle was written. */
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
