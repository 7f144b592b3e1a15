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

/** Paths that mean standard output. The state is written to the stream, since other output may go there as well. */
const STDOUT: readonly string[] = ['-', '/dev/stdout']

type Exported = Pick<LaunchedEmulator, 'home'>

/**
 * Checks whether a file can be written. Call this at startup, since at the end it's too late to pick another file.
 *
 * @returns a function that writes the state. If the file has been changed in the meantime or can't be written anymore,
 * it writes a new file next to it or in the temporary folder, and throws a `Failure` that says so
 * @throws Failure if the file can't be written
 */
export function prepareExport(
  path: string,
  { files, out }: Pick<Terminal, 'files' | 'out'>,
): (exported: Exported) => void {
  const format = /\.json$/i.test(path) ? 'json' : 'yaml'
  // Load the library now, because its file may be gone by the time the emulator stops.
  if (format === 'yaml') yaml()
  const textOf = ({ home: { world, seeds } }: Exported) =>
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

function problemOfReplacing(
  path: string,
  text: string,
  stamp: string | undefined,
  files: Files,
): string | undefined {
  const present = files.stamp(path)
  if (present !== undefined && present !== stamp)
    return `cannot write the state to ${printable(path)}: it has changed since the start`
  try {
    files.replace(path, text)
    return undefined
  } catch (error) {
    return unwritten('the state', path, error)
  }
}

/** Returns the file's name, with a number added if the name was taken, or undefined if it can't be created. */
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
