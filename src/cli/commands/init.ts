import { dirname, relative } from 'node:path'
import { printable } from '../../core/printable.js'
import { allServices } from '../../own-service/all-services.js'
import { DefinitionProblem } from '../../own-service/define.js'
import { ARCHIVE } from '../../package-files.js'
import { STARTER_SEED } from '../../seed/starter.js'
import { systemCode } from '../../server/start-error.js'
import { Failure } from '../failure.js'
import { initOptions } from '../options/options.js'
import { type CommandInput, readValues } from '../options/values.js'
import { starterService } from '../starter-service.js'
import type { Files, Terminal } from '../terminal.js'
import { unwritable } from '../write-file.js'

const FILE = 'fixtures.yaml'

/**
 * Implements `emulator init [FILE]`. Writes the starter seed with comments or, with `--service NAME`, a service
 * and its test. Never overwrites existing files.
 */
export async function init({ args, given }: CommandInput, { env, files, out }: Terminal): Promise<number> {
  const [named] = args
  const { service } = readValues(initOptions, given, env)
  if (service === undefined) return initSeed(named ?? FILE, { files, out })
  if (named !== undefined) throw new Failure(`--service writes no seed: leave ${printable(named)} out`)
  return initService(service, { files, out })
}

function initSeed(path: string, { files, out }: Pick<Terminal, 'files' | 'out'>): number {
  if (/\.json$/i.test(path))
    throw new Failure(`the starter seed is YAML, not JSON: npx tristore-emulator init ${FILE}`)
  create(path, modelineFor(path, files) + STARTER_SEED, files)
  const shown = printable(path)
  out.write(
    `Wrote ${shown}. Start with it: npx tristore-emulator${path === FILE ? '' : ` --seed ${shown}`}\n`,
  )
  return 0
}

/** @throws Failure if the name isn't allowed for a service, or if a file already exists */
async function initService(name: string, { files, out }: Pick<Terminal, 'files' | 'out'>): Promise<number> {
  await assertName(name)
  const { definition, test } = starterService(name)
  create(`${name}.ts`, definition, files)
  try {
    create(`${name}.test.ts`, test, files)
  } catch (error) {
    files.remove(`${name}.ts`)
    throw error
  }
  const missing = ['tristore-emulator', 'vitest'].filter(
    (one) => files.stamp(`node_modules/${one}/package.json`) === undefined,
  )
  const packages = missing.map((one) => (one === 'vitest' ? one : ARCHIVE))
  const install = missing.length === 0 ? '' : `npm i -D ${packages.join(' ')} && `
  out.write(`Wrote ${name}.ts and ${name}.test.ts. Test it: ${install}npx vitest run ${name}.test.ts\n`)
  if (packages.includes(ARCHIVE))
    out.write('npm run pack makes the archive, in the checkout of tristore-emulator.\n')
  return 0
}

async function assertName(name: string): Promise<void> {
  try {
    await allServices([{ name, state: () => ({}), operations: {} }])
  } catch (error) {
    throw error instanceof DefinitionProblem ? new Failure(`--service: ${error.message}`) : error
  }
}

function create(path: string, text: string, files: Files): void {
  try {
    files.create(path, text)
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    throw new Failure(
      code === 'EEXIST'
        ? `${printable(path)} already exists and was not changed: remove it first, or choose another name`
        : `cannot write ${printable(path)}: ${unwritable(error, path)}`,
    )
  }
}

/** Where to find the schema in a project that uses the package, and in a checkout. */
const SCHEMAS = ['node_modules/tristore-emulator/seed.schema.json', 'seed.schema.json']

/** Returns a comment that tells editors where the seed schema is. Empty if the package isn't installed here. */
function modelineFor(path: string, files: Files): string {
  const schema = SCHEMAS.find((place) => files.stamp(place) !== undefined)
  if (schema === undefined) return ''
  return `# yaml-language-server: $schema=${relative(dirname(path), schema).replaceAll('\\', '/')}\n`
}
