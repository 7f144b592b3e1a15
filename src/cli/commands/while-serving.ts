import { exportSeed } from '../../seed/export.js'
import { parseSeeds } from '../../seed/parse.js'
import { stringifySeed } from '../../seed/stringify.js'
import type { LaunchedEmulator } from '../../server/launch.js'
import { Failure, systemCode } from '../failure.js'
import type { Log } from '../output/log.js'
import { type Started, startedOf } from '../output/started.js'
import { seedPaths } from '../seed-files.js'
import { SeedWatch } from '../seed-watch.js'
import type { Terminal } from '../terminal.js'
import { type Settings, type StartPorts, start } from './start.js'

/**
 * Starts an emulator, and stops it once `during` is over, however it ends. Keeps the seeds watched meanwhile, and writes
 * the state afterwards, where the settings say so.
 *
 * @throws SeedProblems and Failure where it cannot be started, Failure where the state cannot be written
 */
export async function whileServing<T>(
  settings: Settings,
  ports: StartPorts,
  during: (started: Started) => Promise<T>,
): Promise<T> {
  assertTogether(settings)
  const { terminal, log } = ports
  const seeds = seedPaths(settings.seed ?? [], terminal.files)
  const { emulator, texts } = await start(settings, seeds, ports)
  const watch = settings.watch === true ? watchSeeds(seeds, texts, emulator, { terminal, log }) : undefined
  try {
    return await during(
      startedOf(emulator, { seeds, host: settings.host, adminToken: settings['admin-token'] }),
    )
  } finally {
    watch?.close()
    await emulator.close()
    const exported = settings['export-on-exit']
    if (exported !== undefined) exportState(emulator, exported, terminal)
  }
}

/** @throws Failure for values that fit each by itself but not together */
function assertTogether(settings: Settings): void {
  const { port, watch, seed } = settings
  if (port !== 0 && port === settings['db-port']) {
    throw new Failure(
      `--port and --db-port are both ${port}: give the database another one, or leave --db-port out`,
    )
  }
  if (watch === true && seed === undefined)
    throw new Failure('--watch needs a file to watch: add --seed FILE')
}

/** @throws Failure where the file cannot be written; then it is as it was */
function exportState({ world }: LaunchedEmulator, path: string, { files }: Terminal): void {
  const text = stringifySeed(exportSeed(world), /\.json$/i.test(path) ? 'json' : 'yaml')
  try {
    files.replace(path, text)
  } catch (error) {
    throw new Failure(`cannot write the state to ${path}: ${systemCode(error) ?? error}`)
  }
}

function watchSeeds(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
  { seeds, world }: LaunchedEmulator,
  ports: { readonly terminal: Terminal; readonly log: Log },
): SeedWatch {
  return new SeedWatch(paths, texts, {
    ...ports,
    load: async (sources) => {
      await seeds.replace(parseSeeds(sources), world)
      return seeds.baseline.state
    },
  })
}
