import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stampOf } from '../support/stamp.js'
import { Children } from './children.js'
import { judge, type RecordFile, type Recordings, recordOf, verdictText } from './guard.js'
import type { Bench, Measurement } from './measurement.js'
import { chosen } from './measurements.js'
import { type BenchOptions, HELP, readOptions } from './options.js'
import { ratioOf, type Sampled } from './sample.js'
import { Servers } from './servers.js'
import { table } from './table.js'

const [MAJOR = ''] = process.versions.node.split('.')

/**
 * Measures the built command.
 *
 * @param root the checkout's folder
 * @param scripts the folder of the bundled scripts
 * @param args command line arguments
 * @returns the exit status: 1 if the guard found a count that got worse, or 2 if something wasn't measured
 */
export async function run(root: string, scripts: string, args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (options.isHelp) {
    process.stdout.write(HELP)
    return 0
  }
  const measured = chosen(options.only, options.isQuick)
  const scratch = mkdtempSync(join(tmpdir(), 'emulator-bench-'))
  const children = new Children(scripts)
  const tidyUp = async () => {
    await children[Symbol.asyncDispose]()
    rmSync(scratch, { recursive: true, force: true })
  }
  const stop = () => tidyUp().finally(() => process.exit(130))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    const bench = benchOf(options, root, scratch, children)
    const recordFile = join(root, 'test/bench/recorded.json')
    const { rows, isWhole, isKept } = await measureAll(
      measured,
      bench,
      options,
      readRecord(recordFile)[MAJOR] ?? {},
    )
    report(rows, options)
    if (options.isRecord) record(rows, recordFile, root)
    if (!isWhole) return 2
    return isKept ? 0 : 1
  } finally {
    await tidyUp()
  }
}

function benchOf(options: BenchOptions, root: string, scratch: string, children: Children): Bench {
  return {
    children,
    servers: new Servers(children, join(root, 'bin/emulator.js'), scratch),
    root,
    scratch,
    isQuick: options.isQuick,
    nodes: options.nodes,
    note: (text) => console.error(text),
  }
}

interface Found {
  readonly rows: Sampled[]
  /** True if every measurement finished. */
  readonly isWhole: boolean
  /** True if no counted row got worse than its limit. */
  readonly isKept: boolean
}

/** Runs all measurements. If one fails, the others still run. */
async function measureAll(
  measured: readonly Measurement[],
  bench: Bench,
  { isGuard }: BenchOptions,
  recorded: Recordings,
): Promise<Found> {
  const rows: Sampled[] = []
  let isWhole = true
  for (const measurement of measured) {
    console.error(`measuring ${measurement.name} …`)
    try {
      rows.push(...(await measurement.measure(bench)))
    } catch (error) {
      isWhole = false
      console.error(`bench: ${measurement.name} broke off: ${error instanceof Error ? error.message : error}`)
    }
  }
  const verdicts = isGuard ? judge(rows, recorded) : []
  for (const verdict of verdicts) console.log(verdictText(verdict))
  return { rows, isWhole, isKept: verdicts.every(({ holds }) => holds) }
}

function report(rows: readonly Sampled[], { json }: BenchOptions): void {
  console.log(`\n${table(rows)}\n`)
  const results = rows.map((row) => ({ ...row, ratio: ratioOf(row) }))
  const { version, arch, platform } = process
  const ran = { at: new Date().toISOString(), node: version, platform, arch, results }
  writeFileSync(json, `${JSON.stringify(ran, null, 2)}\n`)
  console.log(`Node ${version}; every sample is in ${json}`)
}

function readRecord(file: string): RecordFile {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordFile) : {}
}

function record(rows: readonly Sampled[], file: string, root: string): void {
  const former = readRecord(file)
  const now = recordOf(rows, former[MAJOR] ?? {}, stampOf(root))
  writeFileSync(file, `${JSON.stringify({ ...former, [MAJOR]: now }, null, 2)}\n`)
  console.log(`recorded in ${file}`)
}
