import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A Python process with libfaketime. */
export class Python implements Disposable {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>
  #err = ''

  /** @param timestampFile the file of `--faketime-file` */
  constructor(library: string, timestampFile: string) {
    this.#child = spawn('python3', [join(import.meta.dirname, 'answering.py')], {
      env: {
        ...process.env,
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: timestampFile,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    })
    this.#child.stderr.on('data', (data) => {
      this.#err += data
    })
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  async now(): Promise<number> {
    this.#child.stdin.write('\n')
    const { value, done } = await this.#lines.next()
    if (done === true) throw new Error(`Python ended: ${this.#err}`)
    return Number(value)
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL')
  }
}

/** The library's path, if it is installed. Debian has a folder for each architecture. */
export function libfaketime(): string | undefined {
  for (const folder of ['/usr/lib', '/usr/lib64', '/usr/local/lib']) {
    const paths = namesIn(folder).flatMap((name) => [join(folder, name), join(folder, name, 'faketime')])
    const found = paths.find((path) => namesIn(path).includes(LIBRARY))
    if (found !== undefined) return join(found, LIBRARY)
  }
  return undefined
}

const LIBRARY = 'libfaketime.so.1'

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
