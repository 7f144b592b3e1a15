import { run } from '../../src/cli/run.js'
import { FakeTerminal } from './fake-terminal.js'

/** Runs a command to its end: its exit status, and what it printed. */
export async function ran(argv: readonly string[], terminal = new FakeTerminal()) {
  const status = await run(argv, terminal)
  return { status, out: terminal.out.text, err: terminal.err.text }
}
