import { printable, printableLines } from '../../core/printable.js'
import { defaultBounds } from '../../domain/bounds.js'
import { readSeeds } from '../../seed/parse.js'
import { SeedProblems } from '../../seed/text/problems.js'
import { WorldSeed } from '../../seed/world-seed.js'
import { FileMemory } from '../../server/file-memory.js'
import { readNamed, seedPaths } from '../../server/named-files.js'
import { StartError } from '../../server/start-error.js'
import { COULD_NOT_RUN, FOUND_WRONG } from '../failure.js'
import type { CommandInput } from '../options/command.js'
import { countsText, summaryOf } from '../output/summary.js'
import type { Terminal } from '../terminal.js'

/** `emulator check FILE...`: holds each file, and those in a folder, by itself to the seed format, and tries to make its state. */
export async function check({ args }: CommandInput, terminal: Terminal): Promise<number> {
  let status = 0
  const { paths, empty } = seedPaths(args, terminal.files)
  for (const folder of empty) {
    terminal.err.write(`there is no seed (.yaml, .yml or .json) in ${printable(folder)}\n`)
    status = COULD_NOT_RUN
  }
  for (const path of paths) status = Math.max(status, await checkFile(path, terminal))
  return status
}

async function checkFile(path: string, { files, heapBytesMax, out, err }: Terminal): Promise<number> {
  const hold = FileMemory.ofHeap(heapBytesMax()).holdFor(`the seed ${path}`)
  try {
    const source = { name: path, text: await readNamed(path, 'seed', files, hold) }
    const document = await readSeeds([source], defaultBounds.repeats)
    const { baseline } = await WorldSeed.of(document, {})
    out.write(`${printable(path)}: ${countsText(summaryOf(baseline.state))}
`)
    return 0
  } catch (error) {
    if (error instanceof SeedProblems) {
      out.write(`${error.message}\n`)
      return FOUND_WRONG
    }
    if (!(error instanceof StartError)) throw error
    err.write(`${printableLines(error.message)}\n`)
    return COULD_NOT_RUN
  }
}
