import { parseSeeds } from '../../seed/parse.js'
import { SeedProblems } from '../../seed/text/problems.js'
import { WorldSeed } from '../../seed/world-seed.js'
import { readNamed } from '../../server/named-files.js'
import { StartError } from '../../server/start-error.js'
import { COULD_NOT_RUN, FOUND_WRONG } from '../failure.js'
import type { CommandInput } from '../options/command.js'
import { countsText, summaryOf } from '../output/summary.js'
import type { Terminal } from '../terminal.js'

/** `emulator check FILE...`: holds each file by itself to the seed format, and tries to make its state. */
export async function check({ args }: CommandInput, terminal: Terminal): Promise<number> {
  let status = 0
  for (const path of args) status = Math.max(status, await checkFile(path, terminal))
  return status
}

async function checkFile(path: string, { files, out, err }: Terminal): Promise<number> {
  try {
    const document = parseSeeds([{ name: path, text: readNamed(path, 'seed', files) }])
    const { baseline } = await WorldSeed.of(document, {})
    out.write(`${path}: ${countsText(summaryOf(baseline.state))}
`)
    return 0
  } catch (error) {
    if (error instanceof SeedProblems) {
      out.write(`${error.message}\n`)
      return FOUND_WRONG
    }
    if (!(error instanceof StartError)) throw error
    err.write(`${error.message}\n`)
    return COULD_NOT_RUN
  }
}
