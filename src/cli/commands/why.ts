import type { CommandInput } from '../options/command.js'
import type { Terminal } from '../terminal.js'

export async function why(_input: CommandInput, _terminal: Terminal): Promise<number> {
  return 0
}
