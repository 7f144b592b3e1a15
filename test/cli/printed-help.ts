import { expect, vi } from 'vitest'
import { run } from '../../src/cli/run.js'
import { FakeTerminal } from './fake-terminal.js'

/** Returns the help that cac prints to the console, and checks that nothing else is printed. */
export async function printedHelp(...argv: readonly string[]): Promise<string> {
  const terminal = new FakeTerminal()
  const printed = vi.spyOn(console, 'info').mockReturnValue()
  try {
    expect(await run(argv, terminal)).toBe(0)
    expect(terminal.out.text + terminal.err.text).toBe('')
    expect(printed).toHaveBeenCalledOnce()
    return String(printed.mock.lastCall?.[0])
  } finally {
    printed.mockRestore()
  }
}
