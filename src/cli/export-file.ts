import { basename } from 'node:path'
import { unguarded } from '../core/heap.js'
import { printable } from '../core/printable.js'
import { exportSeed } from '../seed/export.js'
import { seedText } from '../seed/stringify.js'
import { yaml } from '../seed/text/yaml.js'
import type { LaunchedEmulator } from '../server/launch.js'
import { systemCode } from '../server/start-error.js'
import { Failure } from './failure.js'
import type { Files, Terminal } from './terminal.js'
import { assertWritable, unwritten } from './write-file.js'

/** The output of this process: written through it, since a file of that name may be one that others write to. */
const STDOUT: readonly string[] = ['-', '/dev/stdout']

/** What is exported: the state of a world, and the services that it is of. */
type Exported = Pick<LaunchedEmulator, 'world' | 'seeds'>

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
): (exported: Exported) => void {
  const format = /\.json$/i.test(path) ? 'json' : 'yaml'
  // Once the emulator stops, the library's file may be gone.
  if (format === 'yaml') yaml()
  const textOf = ({ world, seeds }: Exported) =>
    seedText(exportSeed(world, seeds.services, { heap: unguarded }), format)
  if (STDOUT.includes(path)) return (exported) => out.write(textOf(exported))
  assertWritable('the state', path, files)
  const stamp = files.stamp(path)
  return (exported) => {
    const text = textOf(exported)
    const problem = problemOfReplacing(path, text, stamp, files)
    if (problem === undefined) return
    const saved =
      created(`${path}.saved`, text, files) ??
      created(`${files.temporaryFolder}/${basename(path)}.saved`, text, files)
    throw new Failure(`${problem}; ${saved === undefined ? 'it is lost' : `it is in ${printable(saved)}`}`)
  }
}

/** @returns why the file is not replaced; undefined if it is */
function problemOfReplacing(
  path: string,
  text: string,
  stamp: string | undefined,
  files: Files,
): string | undefined {
  const present = files.stamp(path)
  if (present !== undefined && present !== stamp)
    return `cannot write the state to ${printable(path)}: others wrote it since the start`
  try {
    files.replace(path, text)
    return undefined
  } catch (error) {
    return unwritten('the state', path, error)
  }
}

/** Writes a file that is not there yet. @returns its name, numbered if others are there; undefined if none can be made */
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
