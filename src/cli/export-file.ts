import { basename } from 'node:path'
import { unguarded } from '../core/heap.js'
import { printable } from '../core/printable.js'
import type { World } from '../domain/world.js'
import { exportSeed } from '../seed/export.js'
import { seedText } from '../seed/stringify.js'
import { yaml } from '../seed/text/yaml.js'
import { Failure } from './failure.js'
import type { Files } from './terminal.js'
import { unwritable } from './unwritable.js'

/**
 * Finds out whether a file can be written once the emulator stops: by then it is too late to name another.
 *
 * @returns writes the state, beside the file or into the temporary folder if it cannot be written any more; throws a
 * Failure that says where the state is
 * @throws Failure
 */
export function prepareExport(path: string, files: Files): (world: World) => void {
  try {
    files.assertWritable(path)
  } catch (error) {
    throw new Failure(`cannot write the state to ${printable(path)}: ${unwritable(error, path)}`)
  }
  const format = /\.json$/i.test(path) ? 'json' : 'yaml'
  // Once the emulator stops, the library's file may be gone.
  if (format === 'yaml') yaml()
  return (world) => exportTo(path, seedText(exportSeed(world, { heap: unguarded }), format), files)
}

function exportTo(path: string, text: string, files: Files): void {
  try {
    files.replace(path, text)
  } catch (error) {
    const reason = `cannot write the state to ${printable(path)}: ${unwritable(error, path)}`
    const saved = savedElsewhere(path, text, files)
    throw new Failure(
      saved === undefined ? `${reason}; it is lost` : `${reason}; it is in ${printable(saved)}`,
    )
  }
}

function savedElsewhere(path: string, text: string, files: Files): string | undefined {
  for (const place of [`${path}.saved`, `${files.temporaryFolder}/${basename(path)}.saved`]) {
    try {
      files.replace(place, text)
      return place
    } catch {
      // The next place may do.
    }
  }
  return undefined
}
