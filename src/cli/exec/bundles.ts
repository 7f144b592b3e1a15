import { BUNDLE_SUFFIX } from '../../history/bundle/format.js'
import type { LaunchedEmulator } from '../../server/launch.js'
import { bundleText } from '../../server/replay.js'
import { systemCode } from '../../server/start-error.js'
import { printable } from '../output/format.js'
import type { Files } from '../terminal.js'
import { unwritable } from '../write-file.js'
import { DEFAULT_WORLD } from './run-record.js'

/** The most worlds whose runs are written. */
const WORLDS_MAX = 10

/**
 * Writes the run of each world that anything happened in as a bundle, the default one first; what an earlier run wrote
 * there is written over. What goes wrong is said, and hides nothing.
 *
 * @returns what is to be said of them
 */
export async function writeBundles(
  folder: string,
  { home }: LaunchedEmulator,
  files: Files,
): Promise<string[]> {
  const used = [home, ...home.worlds.list()].filter(({ world }) => world.history.length > 0)
  const lines: string[] = []
  try {
    files.makeFolder(folder)
    for (const context of used.slice(0, WORLDS_MAX)) {
      const path = `${folder}/${context.world.id ?? DEFAULT_WORLD}${BUNDLE_SUFFIX}`
      files.replace(path, await bundleText(context))
      lines.push(`Run it again: npx tristore-emulator replay ${printable(path)}`)
    }
  } catch (error) {
    const isSystem = systemCode(error) !== undefined
    const reason = isSystem ? unwritable(error, `${folder}/.`) : String(Object(error).message ?? error)
    lines.push(`The run cannot be written to ${printable(folder)}: ${reason}`)
  }
  return lines
}
