import { printable } from '../../core/printable.js'
import { readSeeds } from '../../seed/parse.js'
import { SeedProblems } from '../../seed/text/problems.js'
import { WorldSeed } from '../../seed/world-seed.js'
import { readNamed, seedPaths } from '../../server/named-files.js'
import { StartError } from '../../server/start-error.js'
import { type CheckedSeed, githubReport, jsonReport, prettyReport } from '../check/report.js'
import { COULD_NOT_RUN, FOUND_WRONG } from '../failure.js'
import { checkOptions } from '../options/options.js'
import { type CommandInput, readValues } from '../options/values.js'
import { type LoadedSeed, seedWarnings } from '../output/seed-warnings.js'
import { type Summary, summaryOf } from '../output/summary.js'
import type { Files, Terminal } from '../terminal.js'

/**
 * `emulator check FILE...`: holds each file, and those in a folder, by itself to the seed format, and tries to make its
 * state. If all are sound, it warns of what they hardly mean.
 */
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
  const outcomes: Outcome[] = []
  for (const path of paths) outcomes.push(await checkFile(path, files))
  const loaded = outcomes.flatMap((outcome) => ('loaded' in outcome ? outcome : []))
  const warnings = loaded.length === outcomes.length ? seedWarnings(loaded.map((one) => one.loaded)) : []
  for (const [index, outcome] of outcomes.entries()) {
    const findings = (warnings[index] ?? []).map((warning) => ({ ...warning, level: 'warning' as const }))
    add('loaded' in outcome ? { ...outcome.seed, findings } : outcome.seed)
  }
  if (report === 'json') out.write(jsonReport(checked))
  return Math.max(0, ...checked.map(statusOf))
}

/** A seed before it is compared with the others. */
type Outcome =
  | { readonly seed: CheckedSeed }
  | { readonly seed: CheckedSeed & { readonly contents?: Summary }; readonly loaded: LoadedSeed }

async function checkFile(file: string, files: Files): Promise<Outcome> {
  try {
    const document = await readSeeds([{ name: file, text: await readNamed(file, 'seed', files) }])
    const { baseline } = await WorldSeed.of(document, {})
    const seed = { file, findings: [], contents: summaryOf(baseline.state) }
    return { seed, loaded: { document, baseline } }
  } catch (error) {
    if (error instanceof SeedProblems)
      return { seed: { file, findings: error.problems.map((problem) => ({ ...problem, level: 'error' })) } }
    if (error instanceof StartError) return { seed: { file, unreadable: error.message } }
    throw error
  }
}

function statusOf(seed: CheckedSeed): number {
  if ('unreadable' in seed) return COULD_NOT_RUN
  return seed.findings.some(({ level }) => level === 'error') ? FOUND_WRONG : 0
}
