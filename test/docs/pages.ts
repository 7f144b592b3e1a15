import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Started } from '../cli/built.js'
import type { Project } from './project.js'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

export interface Page {
  readonly path: string
  readonly text: string
}

export function readPage(path: string): Page {
  return { path, text: readFileSync(join(root, path), 'utf8') }
}

/** The pages written by hand. */
export function documentationPages(): Page[] {
  const docs = join(root, 'docs')
  return readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.md') && !/(?:^|[\\/])(?:node_modules|reference|\.vitepress)[\\/]/.test(name),
    )
    .sort()
    .map((name) => readPage(relative(root, join(docs, name))))
}

export interface Step {
  readonly command: string
  readonly expected: string
}

/** The commands in the page's console blocks, each with its output. */
export function stepsOf({ text }: Page): Step[] {
  const commands = blocksOf('console', text).flatMap((block) => block.split(/^\$ /m).slice(1))
  return commands.map((one) => {
    const [command = '', ...output] = one.split('\n')
    return { command, expected: output.join('\n').trim() }
  })
}

export function blocksOf(language: string, text: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms')
  return [...text.matchAll(fence)].map((match) => match[1] ?? '')
}

const START = /\bnpx (?:tristore-)?emulator((?: --.*)?)$/

/** True for a command that starts the emulator for later ones. */
export const isStart = ({ command }: Step): boolean => START.test(command)

export class PageEmulator implements Disposable {
  readonly #emulator: Started
  readonly #port: string
  readonly #project: Project

  private constructor(project: Project, emulator: Started, port: string) {
    this.#project = project
    this.#emulator = emulator
    this.#port = port
  }

  /** Starts the emulator with the page's command, but on a free port. */
  static async start(project: Project, { command }: Step): Promise<PageEmulator> {
    const [, args = ''] = START.exec(command) ?? []
    const options = args.split(' ').filter((option) => option !== '')
    const script = [join(project.installed, 'bin/emulator.js'), ...options, '--port', '0']
    const env = { ...process.env, NO_COLOR: '1' }
    const emulator = new Started(spawn(process.execPath, script, { cwd: project.folder, env }))
    const [, port = ''] = await emulator.until(/http:\/\/127\.0\.0\.1:(\d+)/)
    return new PageEmulator(project, emulator, port)
  }

  /** @returns the output, as the page would show it */
  async run({ command }: Step): Promise<string> {
    const { installed, folder: cwd } = this.#project
    const here = command
      .replaceAll('127.0.0.1:4600', `127.0.0.1:${this.#port}`)
      .replaceAll('npx tristore-conform', `node ${join(root, 'conformance/bin/tristore-conform.js')}`)
      .replaceAll(/npx (?:tristore-)?emulator/g, `node ${join(installed, 'bin/emulator.js')}`)
    const env = { ...process.env, NO_COLOR: '1', EMULATOR_URL: `http://127.0.0.1:${this.#port}` }
    const { stdout } = await run('bash', ['-c', here], { cwd, env })
    return stdout.replaceAll('\r', '').replaceAll(`127.0.0.1:${this.#port}`, '127.0.0.1:4600').trim()
  }

  [Symbol.dispose](): void {
    this.#emulator[Symbol.dispose]()
  }
}

/** An ellipsis in the output matches anything. */
export function patternOf(expected: string): RegExp {
  const literal = expected.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('[\\s\\S]*')}$`)
}

/** Links to missing files and anchors. */
export function deadLinksOf({ path, text }: Page): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  const own = targets.filter((target) => !/^[a-z]+:/.test(target))
  return own.filter((target) => {
    const [file = '', anchor] = target.split('#')
    const there = file === '' ? resolve(root, path) : resolve(root, path, '..', file)
    return (
      !existsSync(there) || (anchor !== undefined && !anchorsOf(readFileSync(there, 'utf8')).includes(anchor))
    )
  })
}

/** The anchors of a page's headings, as the site and repository hosts generate them. */
function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
}
