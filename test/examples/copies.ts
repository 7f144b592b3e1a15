import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { BuiltPackage } from '../cli/built.js'
import { EXAMPLES, outerEnvironment } from './example.js'

const run = promisify(execFile)

/** Those of test/package.json come first. */
const MODULES = ['../node_modules', '../../node_modules'].map((path) => resolve(import.meta.dirname, path))

/** The examples as readers have them: copied, with the package installed. */
export class ExampleCopies implements Disposable {
  readonly built = new BuiltPackage()
  readonly #folder = mkdtempSync(join(tmpdir(), 'emulator-examples-'))

  constructor() {
    this.built.build()
  }

  /** Copies an example, installs the package for it, and links the other packages that it needs. */
  copyOf(name: string, needed: readonly string[]): string {
    const folder = mkdtempSync(join(this.#folder, `${name}-`))
    cpSync(join(EXAMPLES, name), folder, { recursive: true })
    this.built.installInto(folder)
    for (const name of needed) {
      const found = MODULES.map((modules) => join(modules, name)).find((path) => existsSync(path))
      if (found === undefined) throw new Error(`${name} is not installed`)
      symlinkSync(found, join(folder, 'node_modules', name))
    }
    return folder
  }

  [Symbol.dispose](): void {
    this.built[Symbol.dispose]()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** @returns the output of both streams */
export async function runExample(cwd: string, command: string, variables: NodeJS.ProcessEnv = {}) {
  const env = { ...outerEnvironment(), ...variables }
  // Finds the command as npx does, without a registry.
  const PATH = [...MODULES.map((modules) => join(modules, '.bin')), env.PATH].join(delimiter)
  // Some commands print their results to stderr.
  const script = `{ ${command.replace(/^npx /, '')}; } 2>&1`
  const { stdout } = await run('bash', ['-c', script], { cwd, env: { ...env, PATH } })
  return stdout
}
