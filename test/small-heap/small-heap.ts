import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')

/** An emulator with a heap of 256 MB, in a process of its own. */
export interface SmallHeap {
  readonly baseUrl: string
  /** Gives its exit status, null where a signal ended it. */
  close(): Promise<number | null>
}

/** Starts one. */
export async function startSmallHeap(): Promise<SmallHeap> {
  const folder = bundled('test/small-heap/child/small-heap.ts')
  const child = spawn(process.execPath, [HEAP, scriptIn(folder)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((done) => child.once('close', done)).finally(() => remove(folder))
  const baseUrl = await firstLine(child)
  return {
    baseUrl,
    close() {
      child.stdin.end()
      return ended
    },
  }
}

/** How a command ended. */
export interface Ended {
  /** Its exit status, null where a signal ended it. */
  readonly status: number | null
  /** What it wrote. */
  readonly output: string
}

/** The command `emulator`, with a heap of 256 MB. */
export class SmallHeapCommand implements Disposable {
  /** Also for its files. */
  readonly folder = bundled('src/cli/main.ts')

  /**
   * Runs it to its end.
   *
   * @param seen is shown all that it wrote so far, and may have it stopped
   */
  run(args: readonly string[], seen: (output: string, stop: () => void) => void = () => {}): Promise<Ended> {
    const child = spawn(process.execPath, [HEAP, scriptIn(this.folder), ...args], { cwd: this.folder })
    let output = ''
    const take = (data: Buffer) => {
      output += data
      seen(output, () => child.kill('SIGTERM'))
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    return new Promise((done) => child.once('close', (status) => done({ status, output })))
  }

  [Symbol.dispose](): void {
    remove(this.folder)
  }
}

const HEAP = '--max-old-space-size=256'

/** A new folder with a child process's script. */
function bundled(entry: string): string {
  // One level down, since the sources look for package.json a level above.
  const folder = mkdtempSync(join(tmpdir(), 'emulator-small-heap-'))
  buildSync({
    entryPoints: [join(root, entry)],
    outfile: scriptIn(folder),
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
  })
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const scriptIn = (folder: string): string => join(folder, 'out', 'child.mjs')

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    stdout?.once('data', (data) => resolve(String(data).trim()))
    stdout?.once('end', () => reject(new Error('the emulator did not start')))
  })
}
