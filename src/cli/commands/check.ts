import { printable } from '../../core/printable.js'
import { readSeeds } from '../../seed/parse.js'
import { SeedProblems } from '../../seed/text/problems.js'
import { WorldSeed } from '../../seed/world-seed.js'
import { readNamed, seedPaths } from '../../server/named-files.js'
import { StartError } from '../../server/start-error.js'
import { type CheckedSeed, githubReport, jsonReport, prettyReport } from '../check/report.js'
import { COULD_NOT_RUN, FOUND_WRONG } from '../failure.js'
import type { CommandInput } from '../options/command.js'
import { checkOptions } from '../options/options.js'
import { readValues } from '../options/values.js'
import { summaryOf } from '../output/summary.js'
import type { Files, Terminal } from '../terminal.js'

/** `emulator check FILE...`: holds each file, and those in a folder, by itself to the seed format, and tries to make its state. */
export async function check({ args, given }: CommandInput, terminal: Terminal): Promise<number> {
  const { report } = readValues(checkOptions, given, terminal.env)
  const { files, out, err } = terminal
  const { paths, empty } = seedPaths(args, files)
  const checked: CheckedSeed[] = []
  const add = (seed: CheckedSeed) => {
    checked.push(seed)
    if (report === 'github') out.write(githubReport(seed))
    if (report === 'pretty') ('unreadable' in seed ? err : out).write(prettyReport(seed))
  }
  for (const folder of empty) {
    const unreadable = `there is no seed (.yaml, .yml or .json) in ${printable(folder)}`
    add({ file: folder, unreadable })
  }
  for (const path of paths) add(await checkFile(path, files))
  if (report === 'json') out.write(jsonReport(checked))
  return Math.max(0, ...checked.map(statusOf))
}

async function checkFile(file: string, files: Files): Promise<CheckedSeed> {
  try {
    const document = await readSeeds([{ name: file, text: await readNamed(file, 'seed', files) }])
    const { baseline } = await WorldSeed.of(document, {})
    return { file, findings: [], contents: summaryOf(baseline.state) }
  } catch (error) {
    if (error instanceof SeedProblems)
      return { file, findings: error.problems.map((problem) => ({ ...problem, level: 'error' })) }
    if (error instanceof StartError) return { file, unreadable: error.message }
    throw error
  }
}

function statusOf(seed: CheckedSeed): number {
  if ('unreadable' in seed) return COULD_NOT_RUN
  return seed.findings.some(({ level }) => level === 'error') ? FOUND_WRONG : 0
}
