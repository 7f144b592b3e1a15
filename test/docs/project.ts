import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { BuiltPackage } from '../cli/built.js'
import { outerEnvironment } from '../examples/example.js'

const run = promisify(execFile)
const modules = resolve(import.meta.dirname, '../../node_modules')

interface ProjectOptions {
  /** Packages of the checkout that the project needs in addition to this one. */
  readonly needed?: readonly string[]
  readonly hasTypes?: boolean
}

/** A project like a reader's: the package is installed, and `init` has written fixtures.yaml. */
export class Project implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'emulator-project-'))
  readonly installed: string

  private constructor(hasTypes: boolean) {
    using built = new BuiltPackage()
    built.build()
    if (hasTypes) built.buildTypes()
    this.installed = built.installInto(this.folder)
  }

  /** @param hasTypes installs the types too, which a compiler has to build first */
  static async make({ needed = [], hasTypes = false }: ProjectOptions = {}): Promise<Project> {
    const project = new Project(hasTypes)
    for (const name of ['.bin', '@types', ...needed])
      symlinkSync(join(modules, name), join(project.folder, 'node_modules', name))
    await project.run('npx tristore-emulator init')
    return project
  }

  /** @throws Error with the command's output if it fails */
  async run(command: string): Promise<void> {
    const env = outerEnvironment()
    const PATH = [join(this.folder, 'node_modules/.bin'), dirname(process.execPath), env.PATH].join(delimiter)
    const script = command.replace('npx tristore-emulator', `node ${join(this.installed, 'bin/emulator.js')}`)
    await run('bash', ['-c', `{ ${script}; } >&2`], { cwd: this.folder, env: { ...env, PATH } })
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
