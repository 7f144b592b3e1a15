import { printable } from '../core/printable.js'
import type { EmulatorClient } from './emulator-client.js'
import type { InstalledFault } from './faults.js'

/**
 * Returns a line for each fault that a test added and that never fired: such a test proves nothing about it.
 *
 * @returns nothing for a world that is closed
 */
export async function unfiredLines(world: EmulatorClient): Promise<string[]> {
  const unfired = await world.faults.unfired().catch(() => [])
  return unfired.map(line).map(printable)
}

/** Returns the error to fail a test with whose faults have not all fired; undefined if they have. */
export async function unfiredError(world: EmulatorClient): Promise<Error | undefined> {
  const lines = await unfiredLines(world)
  return lines.length === 0 ? undefined : new Error(lines.join('\n'))
}

function line({ match = {}, matches, status, connection, hold }: InstalledFault): string {
  const { operation = 'of any operation' } = match
  const effect = status ?? connection ?? (hold === true ? 'hold' : 'delay')
  const matching = JSON.stringify(match)
  const why =
    matches === 0
      ? `no request that matches ${matching} reached it`
      : `${matches} of the requests match ${matching}, and its after or probability skipped them`
  return `the fault ${operation} ${effect} never fired: ${why} (optional: true allows that)`
}
