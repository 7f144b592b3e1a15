import { execFile, execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

export const IMAGE = 'tristore-emulator:test'

/** Builds the image from the checkout, based on NODE_IMAGE if that is set. */
export function buildImage(): void {
  const nodeImage = process.env.NODE_IMAGE
  const args = nodeImage === undefined ? [] : ['--build-arg', `NODE_IMAGE=${nodeImage}`]
  execFileSync('docker', ['build', '--quiet', '--tag', IMAGE, ...args, root], { stdio: 'pipe' })
}

/** A container with its port mapped to a free one. Disposing of it removes it. */
export class Container implements AsyncDisposable {
  private constructor(
    readonly id: string,
    readonly baseUrl: string,
  ) {}

  /**
   * @param options options of `docker run`
   * @param args arguments of the emulator
   */
  static async start(options: readonly string[] = [], args: readonly string[] = []): Promise<Container> {
    const usual = ['--detach', '--publish', '127.0.0.1::4600', '--health-interval', '500ms']
    const ran = await docker('run', ...usual, ...options, IMAGE, ...args)
    const id = ran.trim()
    // A container that has already ended has no port. Then untilHealthy reports its output.
    const mapped = await docker('port', id, '4600/tcp').catch(() => '')
    const port = mapped.trim().split(':').at(-1)
    const container = new Container(id, `http://127.0.0.1:${port}`)
    await container.#untilHealthy()
    return container
  }

  /** Of both streams. */
  async logs(): Promise<string> {
    const { stdout, stderr } = await run('docker', ['logs', this.id])
    return stdout + stderr
  }

  inspect(format: string): Promise<string> {
    return docker('inspect', '--format', format, this.id).then((text) => text.trim())
  }

  exec(...command: string[]): Promise<string> {
    return docker('exec', this.id, ...command)
  }

  /** Asks the container to stop, and kills it after `graceSeconds`. */
  async stop(graceSeconds: number): Promise<void> {
    await docker('stop', '--time', String(graceSeconds), this.id)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await docker('rm', '--force', '--volumes', this.id)
  }

  /** Waits for the image's own health check, as CI services do. */
  async #untilHealthy(): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      const [status, health] = (await this.inspect('{{.State.Status}} {{.State.Health.Status}}')).split(' ')
      if (health === 'healthy') return
      if (status === 'exited') break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const printed = await this.logs()
    await this[Symbol.asyncDispose]()
    throw new Error(`the container did not become healthy:\n${printed}`)
  }
}

export async function docker(...args: string[]): Promise<string> {
  const { stdout } = await run('docker', args)
  return stdout
}
