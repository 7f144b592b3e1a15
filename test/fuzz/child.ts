import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')

export interface Ended {
  readonly out: string
  readonly err: string
  /** Null if a signal ended the process. */
  readonly status: number | null
}

/**
 * Runs a script of test/fuzz/child in a process of its own, so that it can't end this process or fill its memory.
 *
 * @param nodeOptions limits and switches, such as --max-old-space-size=300
 * @param deadlineMs when to end it; far longer than it takes
 */
export async function runChild(
  name: string,
  nodeOptions: readonly string[],
  deadlineMs: number,
): Promise<Ended> {
  // One level down, since the sources read package.json from the level above.
  const folder = mkdtempSync(join(tmpdir(), 'emulator-child-'))
  try {
    const outfile = join(folder, 'out', `${name}.mjs`)
    buildSync({
      entryPoints: [join(import.meta.dirname, 'child', `${name}.ts`)],
      outfile,
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
    })
    copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    return await ended(outfile, nodeOptions, deadlineMs)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function ended(script: string, nodeOptions: readonly string[], deadlineMs: number): Promise<Ended> {
  const child = spawn(process.execPath, [...nodeOptions, script], {
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (data) => {
    out += data
  })
  child.stderr.on('data', (data) => {
    err += data
  })
  return new Promise((done) => child.once('close', (status) => done({ out, err, status })))
}
