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
  // One level down, since the sources look for package.json a level above.
  const folder = mkdtempSync(join(tmpdir(), 'emulator-small-heap-'))
  const outfile = join(folder, 'out', 'child.mjs')
  buildSync({
    entryPoints: [join(import.meta.dirname, 'child/small-heap.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
  })
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const child = spawn(process.execPath, ['--max-old-space-size=256', outfile], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((done) => child.once('close', done)).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  )
  const baseUrl = await firstLine(child)
  return {
    baseUrl,
    close() {
      child.stdin.end()
      return ended
    },
  }
}

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    stdout?.once('data', (data) => resolve(String(data).trim()))
    stdout?.once('end', () => reject(new Error('the emulator did not start')))
  })
}
