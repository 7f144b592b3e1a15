import { join } from 'node:path'
import { expect } from 'vitest'
import { type ExampleCopies, runExample } from './copies.js'

/** Runs an example whose test "fails" fails, and checks that its run is printed, and kept for a replay. */
export async function expectKeptRun(copies: ExampleCopies, folder: string, command: string): Promise<void> {
  const printed = await runExample(folder, `${command} || true`)
  expect(printed).toContain('the cause')
  expect(printed.match(/The last request to the world of ".*":/g)).toEqual([
    'The last request to the world of "fails":',
  ])
  const [, path = ''] =
    /Inspect the run: npx tristore-emulator replay --serve (\S+\.json)/.exec(printed) ?? []
  const replay = copies.built.start('replay', join(folder, path))
  expect(await replay.ended, replay.err).toBe(0)
}
