import { readdirSync, statSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { printable } from '../core/printable.js'
import { allServices } from '../own-service/all-services.js'
import { DefinitionProblem } from '../own-service/define.js'
import { ARCHIVE } from '../package-files.js'
import type { LaunchedServices } from '../server/launch.js'
import { systemCode } from '../server/start-error.js'
import { Failure } from './failure.js'

/**
 * Returns the built-in services, and those exported by the given files. Note that this runs the code in these files.
 *
 * @param named paths of files or folders
 * @throws Failure if a file can't be loaded or its service is invalid
 */
export async function servicesWith(named: readonly string[] = []): Promise<LaunchedServices['services']> {
  const paths = named.flatMap(filesOf)
  const definitions: unknown[] = []
  for (const path of paths) definitions.push(await definitionIn(path))
  try {
    return await allServices(definitions)
  } catch (error) {
    if (error instanceof DefinitionProblem)
      throw new Failure(printable(`${paths.join(', ')}: ${error.message}`))
    throw error
  }
}

const SERVICE_NAME = /^[^.].*(?<!\.d|\.test)\.(?:m?js|ts)$/

/** Returns the file itself, or all services in a folder sorted by name. The image's folder is often empty. */
function filesOf(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path]
    const names = readdirSync(path).filter((name) => SERVICE_NAME.test(name))
    return names.sort().map((name) => join(path, name))
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    const reason = code === 'ENOENT' ? 'there is no such file' : code
    throw new Failure(`cannot read the service ${printable(path)}: ${reason}`)
  }
}

/** @throws Failure if the file can't be run, or doesn't have a default export */
async function definitionIn(path: string): Promise<unknown> {
  const module = await imported(path)
  // If TypeScript compiled an ES module to CommonJS, its default export is one level deeper.
  const definition = module.default?.__esModule === true ? module.default.default : module.default
  if (definition !== undefined) return definition
  throw new Failure(
    `${printable(path)} has no default export: write export default defineService({ … }), or module.exports = { … }`,
  )
}

interface ImportedModule {
  readonly default?: { readonly __esModule?: boolean; readonly default?: unknown }
}

async function imported(path: string): Promise<ImportedModule> {
  try {
    return await import(pathToFileURL(resolve(path)).href)
  } catch (error) {
    throw new Failure(printable(`${path}: ${reasonOf(error, path)}`))
  }
}

const BY_TSX = "build it and name the .js file, or use tsx: NODE_OPTIONS='--import tsx'"

/** Explains why Node couldn't run a file, and how to fix that. */
function reasonOf(error: unknown, path: string): string {
  if (!(error instanceof Error)) return `it threw ${String(error)}`
  const [line = ''] = error.message.split('\n')
  const place = placeOf(error)
  const at = place === undefined ? '' : ` (${place})`
  const isTypeScript = /^\.[cm]?ts$/.test(extname(path))
  switch ('code' in error ? error.code : undefined) {
    case 'ERR_UNKNOWN_FILE_EXTENSION':
      return isTypeScript ? `Node ${process.versions.node} does not run TypeScript: ${BY_TSX}` : line
    case 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX':
      return `${line}${at}: write it in JavaScript, ${BY_TSX}`
    case 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING':
      return `Node does not run TypeScript in node_modules: ${BY_TSX}`
    case 'ERR_MODULE_NOT_FOUND':
    case 'MODULE_NOT_FOUND':
      return notFound(line)
    default:
      // Node only reports the location of such an error if nobody catches it.
      return error instanceof SyntaxError && place === undefined
        ? `SyntaxError: ${line}: find the line with node --check ${path}`
        : `${error.name}: ${line}${at}`
  }
}

function notFound(line: string): string {
  const [, name = line] = /'([^']+)'/.exec(line) ?? []
  if (name === 'tristore-emulator')
    return `it imports tristore-emulator, which is not installed here: npm i -D ${ARCHIVE} (npm run pack makes it, in the checkout), or export a plain object, since defineService only adds types`
  const fix = /^[./]|^[A-Za-z]:/.test(name) ? 'Node needs the file extension, too' : `npm i -D ${name}`
  return `it imports ${name}, which was not found: ${fix}`
}

/** Returns a location such as "leases.ts:12:7", based on the first stack frame with a file name. */
function placeOf({ stack = '' }: Error): string | undefined {
  const lines = stack.split('\n').filter((line) => !line.includes('node:'))
  const place = /([^/\\()\s]+\.[cm]?[jt]s:\d+(?::\d+)?)\)?$/
  return lines.map((line) => place.exec(line)?.[1]).find((found) => found !== undefined)
}
