import { basename } from 'node:path'
import { unguarded } from '../core/heap.js'
import { printable } from '../core/printable.js'
import type { World } from '../domain/world.js'
import { exportSeed } from '../seed/export.js'
import { seedText } from '../seed/stringify.js'
import { yaml } from '../seed/text/yaml.js'
import { systemCode } from '../server/start-error.js'
import { Failure } from './failure.js'
import type { Files, Terminal } from './terminal.js'
import { unwritable } from './write-file.js'

/** The output of this process: written through it, since a file of that name may be one that others write to. */
const STDOUT = '/dev/stdout'

/**
 * Finds out whether a file can be written once the emulator stops: by then it is too late to name another.
 *
 * @returns writes the state: to a new file beside it or in the temporary folder if the file cannot be written any more,
 * or if others wrote it in the meantime. Then it throws a Failure that says so.
 * @throws Failure
 */
export function prepareExport(
  path: string,
  { files, out }: Pick<Terminal, 'files' | 'out'>,
): (world: World) => void {
  const format = /\.json$/i.test(path) ? 'json' : 'yaml'
  // Once the emulator stops, the library's file may be gone.
  if (format === 'yaml') yaml()
  const textOf = (world: World) => seedText(exportSeed(world, { heap: unguarded }), format)
  if (path === STDOUT) return (world) => out.write(textOf(world))
  const failed = (reason: string) => `cannot write the state to ${printable(path)}: ${reason}`
  try {
    files.assertWritable(path)
  } catch (error) {
    throw new Failure(failed(unwritable(error, path)))
  }
  const stamp = files.stamp(path)
  return (world) => {
    const text = textOf(world)
    const present = files.stamp(path)
    const isOfOthers = present !== undefined && present !== stamp
    const reason = isOfOthers ? 'others wrote it since the start' : replacing(path, text, files)
    if (reason === undefined) return
    const saved = savedElsewhere(path, text, files)
    throw new Failure(
      failed(saved === undefined ? `${reason}; it is lost` : `${reason}; it is in ${printable(saved)}`),
    )
  }
}

/** @returns why the file cannot be written; undefined if it is */
function replacing(path: string, text: string, files: Files): string | undefined {
  try {
    files.replace(path, text)
    return undefined
  } catch (error) {
    return unwritable(error, path)
  }
}

/** Writes a file that is not there yet. @returns its name; undefined if none can be made */
function savedElsewhere(path: string, text: string, files: Files): string | undefined {
  for (const place of [path, `${files.temporaryFolder}/${basename(path)}`]) {
    const name = created(`${place}.saved`, text, files)
    if (name !== undefined) return name
  }
  return undefined
}

/** @returns the name, numbered if others are there; undefined if no file can be made */
function created(name: string, text: string, files: Files): string | undefined {
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name}-${number}`
    try {
      files.create(numbered, text)
      return numbered
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') return undefined
    }
  }
}
