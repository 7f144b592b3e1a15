import { printable, printableJson, printableLines } from '../../core/printable.js'
import { readSeeds } from '../../seed/parse.js'
import type { SeededService } from '../../seed/part.js'
import { formatProblems, type Problem, SeedProblems } from '../../seed/text/problems.js'
import { noSeedIn, readNamed, seedPaths } from '../../server/named-files.js'
import { StartError } from '../../server/start-error.js'
import { WorldSeed } from '../../worlds/world-seed.js'
import { COULD_NOT_RUN, FOUND_WRONG } from '../failure.js'
import { checkOptions } from '../options/options.js'
import { type CommandInput, readValues } from '../options/values.js'
import { type LoadedSeed, seedWarnings } from '../output/seed-warnings.js'
import { slowReading } from '../output/slow-reading.js'
import { countsText, type Summary, summaryOf } from '../output/summary.js'
import { servicesWith } from '../service-files.js'
import type { Files, Terminal } from '../terminal.js'

/**
 * Implements `emulator check FILE...`. Checks each file on its own, including files in folders, by building the state
 * it describes. Only warns about likely mistakes once all files are valid.
 */
export async function check({ args, given }: CommandInput, terminal: Terminal): Promise<number> {
  const { report, quiet, service } = readValues(checkOptions, given, terminal.env)
  const { files, out, err } = terminal
  const { paths, empty } = seedPaths(args, files)
  const checked: CheckedSeed[] = []
  const add = (seed: CheckedSeed) => {
    checked.push(seed)
    if (report === 'json') return
    const shown = quiet === true && 'findings' in seed ? { ...seed, contents: undefined } : seed
    const text = report === 'github' ? githubReport(shown) : prettyReport(shown)
    const stream = report === 'pretty' && 'unreadable' in seed ? err : out
    stream.write(text)
  }
  for (const folder of empty) {
    add({ file: folder, unreadable: noSeedIn(printable(folder)) })
  }
  const services = await servicesWith(service)
  const outcomes: Outcome[] = []
  const onReading = slowReading(terminal)
  for (const path of paths) outcomes.push(await checkFile(path, services, files, () => onReading(path)))
  const loaded = outcomes.flatMap((outcome) => ('loaded' in outcome ? outcome : []))
  const warnings = loaded.length === outcomes.length ? seedWarnings(loaded.map((one) => one.loaded)) : []
  for (const [index, outcome] of outcomes.entries()) {
    const findings = (warnings[index] ?? []).map((warning) => ({ ...warning, level: 'warning' as const }))
    add('loaded' in outcome ? { ...outcome.seed, findings } : outcome.seed)
  }
  if (report === 'json') out.write(jsonReport(checked))
  return Math.max(0, ...checked.map(statusOf))
}

type Outcome =
  | { readonly seed: CheckedSeed }
  | { readonly seed: CheckedSeed & { readonly contents?: Summary }; readonly loaded: LoadedSeed }

async function checkFile(
  file: string,
  services: readonly SeededService[],
  files: Files,
  onWork: () => void,
): Promise<Outcome> {
  try {
    const text = await readNamed(file, 'seed', files)
    const document = await readSeeds([{ name: file, text, onWork }], services)
    const { baseline } = await WorldSeed.of(services, document, {})
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

export interface SeedFinding extends Problem {
  readonly level: 'error' | 'warning'
}

type CheckedSeed = { readonly file: string } & (
  | { readonly unreadable: string }
  | {
      readonly findings: readonly SeedFinding[]
      /** Undefined if an error kept the seed from being loaded. */
      readonly contents?: Summary | undefined
    }
)

function prettyReport(seed: CheckedSeed): string {
  if ('unreadable' in seed) return `${printableLines(seed.unreadable)}\n`
  const { findings, contents } = seed
  const shown = findings.map(({ level, ...problem }) =>
    level === 'warning' ? { ...problem, message: `warning: ${problem.message}` } : problem,
  )
  const problems = findings.length === 0 ? '' : `${formatProblems(shown)}\n`
  return contents === undefined ? problems : `${problems}${printable(seed.file)}: ${countsText(contents)}\n`
}

function jsonReport(seeds: readonly CheckedSeed[]): string {
  const files = seeds.map((seed) => {
    if ('unreadable' in seed) return { ...seed, problems: [] }
    const { file, findings, contents } = seed
    const counts = contents && {
      namespaces: contents.namespaces.length,
      stores: contents.stores.length,
      projects: contents.projects,
      documents: contents.documents,
    }
    return { file, problems: findings, ...(counts && { contents: counts }) }
  })
  return `${printableJson(JSON.stringify({ files }, null, 2))}\n`
}

/** Formats problems as GitHub annotations, which are shown next to the affected lines. */
function githubReport(seed: CheckedSeed): string {
  const { file } = seed
  if ('unreadable' in seed) return annotation('error', { file }, seed.unreadable)
  const { findings } = seed
  if (findings.length === 0) return prettyReport(seed)
  return findings
    .map(({ level, line, column, message, hint }) =>
      annotation(level, { file, line, col: column }, hint === undefined ? message : `${message}\n${hint}`),
    )
    .join('')
}

function annotation(
  level: SeedFinding['level'],
  place: Readonly<Record<string, string | number>>,
  text: string,
): string {
  const properties = Object.entries(place).map(
    ([name, value]) => `${name}=${escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  )
  return `::${level} ${properties.join(',')}::${escaped(text)}\n`
}

const escaped = (text: string): string => printableLines(text.replaceAll('%', '%25')).replaceAll('\n', '%0A')
