import { run } from '../../src/cli/run.js'
import { FakeTerminal } from './fake-terminal.js'

/** @returns its exit status and output */
export async function ran(argv: readonly string[], terminal = new FakeTerminal()) {
  const status = await run(argv, terminal)
  return { status, out: terminal.out.text, err: terminal.err.text }
}
