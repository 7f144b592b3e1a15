import { dirname, relative } from 'node:path'
import { printable } from '../../core/printable.js'
import { STARTER_SEED } from '../../seed/starter.js'
import { systemCode } from '../../server/start-error.js'
import { Failure } from '../failure.js'
import type { CommandInput } from '../options/values.js'
import type { Files, Terminal } from '../terminal.js'
import { unwritable } from '../write-file.js'

const FILE = 'fixtures.yaml'

/** `emulator init [FILE]`: writes the commented starter seed, never over a file that is there. */
export async function init({ args }: CommandInput, { files, out }: Terminal): Promise<number> {
  const path = args[0] ?? FILE
  if (/\.json$/i.test(path))
    throw new Failure(`the starter seed is YAML, not JSON: npx tristore-emulator init ${FILE}`)
  try {
    files.create(path, modelineFor(path, files) + STARTER_SEED)
  } catch (error) {
    throw writeFailure(error, path)
  }
  const shown = printable(path)
  out.write(
    `Wrote ${shown}. Start with it: npx tristore-emulator${path === FILE ? '' : ` --seed ${shown}`}\n`,
  )
  return 0
}

/** The places of the package's schema in a project and in a checkout. */
const SCHEMAS = ['node_modules/tristore-emulator/seed.schema.json', 'seed.schema.json']

/** The line by which editors find the schema of seeds; none if the package is not installed here. */
function modelineFor(path: string, files: Files): string {
  const schema = SCHEMAS.find((place) => files.stamp(place) !== undefined)
  if (schema === undefined) return ''
  return `# yaml-language-server: $schema=${relative(dirname(path), schema).replaceAll('\\', '/')}\n`
}

function writeFailure(error: unknown, path: string): unknown {
  const code = systemCode(error)
  if (code === undefined) return error
  if (code === 'EEXIST') {
    return new Failure(
      `${printable(path)} is there already and stays as it is: remove it first, or name another file`,
    )
  }
  return new Failure(`cannot write ${printable(path)}: ${unwritable(error, path)}`)
}
