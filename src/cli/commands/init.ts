import { dirname } from 'node:path'
import { STARTER_SEED } from '../../seed/starter.js'
import { systemCode } from '../../server/start-error.js'
import { Failure } from '../failure.js'
import type { CommandInput } from '../options/command.js'
import type { Terminal } from '../terminal.js'

const FILE = 'fixtures.yaml'

/** `emulator init [FILE]`: writes the commented starter seed, never over a file that is there. */
export async function init({ args }: CommandInput, { files, out }: Terminal): Promise<number> {
  const path = args[0] ?? FILE
  if (/\.json$/i.test(path)) throw new Failure(`the starter seed is YAML, not JSON: emulator init ${FILE}`)
  try {
    files.create(path, STARTER_SEED)
  } catch (error) {
    throw writeFailure(error, path)
  }
  out.write(`Wrote ${path}. Start with it: emulator --seed ${path}\n`)
  return 0
}

function writeFailure(error: unknown, path: string): unknown {
  const code = systemCode(error)
  if (code === undefined) return error
  if (code === 'EEXIST') {
    return new Failure(`${path} is there already and stays as it is: remove it first, or name another file`)
  }
  if (code === 'ENOENT') return new Failure(`cannot write ${path}: there is no folder ${dirname(path)}`)
  return new Failure(`cannot write ${path}: ${code}`)
}
