import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type BuiltPackage, Started } from '../cli/built.js'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** A page of the documentation, or the README: by its path in the repository, with its text. */
export interface Page {
  readonly path: string
  readonly text: string
}

export function readPage(path: string): Page {
  return { path, text: readFileSync(join(root, path), 'utf8') }
}

/** The pages that are written by hand. */
export function documentationPages(): Page[] {
  const docs = join(root, 'docs')
  return readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.md') && !/(?:^|[\\/])(?:node_modules|reference|\.vitepress)[\\/]/.test(name),
    )
    .sort()
    .map((name) => readPage(relative(root, join(docs, name))))
}

/** A command, and what is shown under it. */
export interface Step {
  readonly command: string
  readonly expected: string
}

/** The commands of the console blocks, each with what it prints. */
export function stepsOf({ text }: Page): Step[] {
  const commands = blocksOf('console', text).flatMap((block) => block.split(/^\$ /m).slice(1))
  return commands.map((one) => {
    const [command = '', ...output] = one.split('\n')
    return { command, expected: output.join('\n').trim() }
  })
}

/** The code of the fenced blocks in a language. */
export function blocksOf(language: string, text: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms')
  return [...text.matchAll(fence)].map((match) => match[1] ?? '')
}

const START = /\bnpx (?:tristore-)?emulator (--seed .*)$/

/** Whether a command starts the emulator that those after it ask. */
export const isStart = ({ command }: Step): boolean => START.test(command)

/** Where the commands of a page are run. */
export interface Site {
  /** The built package, or where it is installed. */
  readonly installed: string
  readonly cwd: string
}

/** Readers of most pages have a checkout. */
export const inCheckout = ({ folder }: BuiltPackage): Site => ({ installed: folder, cwd: root })

/** An emulator for the commands of one page. */
export class PageEmulator implements Disposable {
  readonly #emulator: Started
  readonly #port: string
  readonly #site: Site

  private constructor(site: Site, emulator: Started, port: string) {
    this.#site = site
    this.#emulator = emulator
    this.#port = port
  }

  /** Starts it as the page's command does, on a free port. */
  static async start(site: Site, { command }: Step): Promise<PageEmulator> {
    const [, args = ''] = START.exec(command) ?? []
    const script = [join(site.installed, 'bin/emulator.js'), ...args.split(' '), '--port', '0']
    const env = { ...process.env, NO_COLOR: '1' }
    const emulator = new Started(spawn(process.execPath, script, { cwd: site.cwd, env }))
    const [, port = ''] = await emulator.until(/http:\/\/127\.0\.0\.1:(\d+)/)
    return new PageEmulator(site, emulator, port)
  }

  /** Runs a command of the page. @returns what it prints, as the page would show it */
  async run({ command }: Step): Promise<string> {
    const { installed, cwd } = this.#site
    const here = command
      .replaceAll('localhost:4600', `127.0.0.1:${this.#port}`)
      .replaceAll(
        '--import tristore-emulator/clock',
        `--import ${pathToFileURL(join(installed, 'dist/clock.js'))}`,
      )
      .replaceAll('npx tristore-conform', `node ${join(root, 'conformance/bin/tristore-conform.js')}`)
      .replaceAll(/npx (?:tristore-)?emulator/g, `node ${join(installed, 'bin/emulator.js')}`)
    const env = { ...process.env, NO_COLOR: '1', EMULATOR_URL: `http://127.0.0.1:${this.#port}` }
    const { stdout } = await run('bash', ['-c', here], { cwd, env })
    return stdout.replaceAll('\r', '').replaceAll(`127.0.0.1:${this.#port}`, 'localhost:4600').trim()
  }

  [Symbol.dispose](): void {
    this.#emulator[Symbol.dispose]()
  }
}

/** The output as it stands, an ellipsis standing for anything. */
export function patternOf(expected: string): RegExp {
  const literal = expected.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('[\\s\\S]*')}$`)
}

/** The links of a page that lead nowhere in the repository. What the build of the site makes is taken to be there. */
export function deadLinksOf({ path, text }: Page): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  const own = targets.filter(
    (target) => !/^[a-z]+:/.test(target) && !/(?:^|\/)reference\/\w+\.md/.test(target),
  )
  return own.filter((target) => {
    const [file = '', anchor] = target.split('#')
    const there = file === '' ? resolve(root, path) : resolve(root, path, '..', file)
    return (
      !existsSync(there) || (anchor !== undefined && !anchorsOf(readFileSync(there, 'utf8')).includes(anchor))
    )
  })
}

/** The anchors of a page's headings, as the site and the hosts of repositories make them. */
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
