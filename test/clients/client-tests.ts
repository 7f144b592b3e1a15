import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect } from 'vitest'
import { startEmulator } from '../../src/index.js'
import { blocksOf, readPage } from '../docs/pages.js'
import { ADMIN_TOKEN, Copy, FakeDocker, recordClient } from './client-run.js'
import { type Client, testsWith } from './languages.js'
import { assertCall, calls, docker, filled } from './plan.js'

/** The code in a client's README: one whole file. */
export function exampleOf({ language, example }: Client): Record<string, string> {
  const [code = ''] = blocksOf(language, readPage(`clients/${language}/README.md`).text)
  return { [example]: code }
}

/** Declares the client's tests that need no container engine. They are skipped if its tools are missing. */
export function testClient(client: Client): void {
  const { language } = client
  const { declare: it, isMissing } = testsWith(client)

  describe(language, () => {
    it('its test makes the calls of the table, in their order', async () => {
      using copy = new Copy(language)
      const run = await recordClient(copy, client.test, ADMIN_TOKEN)
      const names = new Map([
        ['base', run.base],
        ['container', /--name=(\S+)/.exec(run.docker.join(' '))?.[1] ?? 'none'],
      ])
      const ofAdmin = calls.filter(({ byApplication }) => byApplication !== true)
      const shape = (all: readonly { method: string; path: string }[]) =>
        all.map(
          ({ method, path }) => `${method} ${path.replace(/(?<=worlds\/|faults\/)(?:w1|f_1|\{\w+\})/g, '1')}`,
        )
      expect(shape(run.exchanges)).toEqual(shape(ofAdmin))
      for (const [index, call] of ofAdmin.entries()) {
        const exchange = run.exchanges[index]
        if (exchange !== undefined) assertCall(call, exchange, names)
      }
      expect(run.docker).toEqual(filled(docker, names))
    })

    it('its README is a test that passes', async () => {
      using copy = new Copy(language, exampleOf(client))
      const { exchanges } = await recordClient(copy, client.runExample)
      const made = exchanges.map(({ method, path, status }) => `${method} ${path} ${status}`)
      expect(made.slice(0, 2)).toEqual(['GET /_admin/health 200', 'POST /_admin/worlds 201'])
      expect(made).toContainEqual(expect.stringMatching(/^POST \/_worlds\/w\d\/_admin\/clock 200$/))
      expect(made.at(-1)).toMatch(/^DELETE \/_admin\/worlds\/w\d 204$/)
    })

    describe('a program that starts the image', () => {
      let copy: Copy
      let fake: FakeDocker

      beforeAll(async () => {
        const emulator = await startEmulator()
        copy = new Copy(language, { 'bad.yaml': 'stores:\n  - idd: ec_a_1\n' })
        fake = new FakeDocker(emulator.baseUrl)
        if (!isMissing) await copy.run(client.compile)
        return async () => {
          copy[Symbol.dispose]()
          fake[Symbol.dispose]()
          await emulator.close()
        }
      })

      it('a program that starts the image says why the container has ended', async () => {
        expect(await failureOf(copy, `${client.program} missing`, fake.env)).toMatch(
          /^start_failed the container did not start: .*\bended.* 125\b.*\nUnable to find image 'missing:latest' locally\n$/,
        )
      })

      it('a program that starts the image says that there is no docker', async () => {
        expect(await failureOf(copy, `env PATH=/nowhere ${client.program} any`)).toMatch(
          /^start_failed can't run docker: .*\nInstall it, or connect /,
        )
      })

      for (const env of [
        { TESTCONTAINERS_HOST_OVERRIDE: 'localhost', DOCKER_HOST: 'tcp://10.0.0.1:2375' },
        { TESTCONTAINERS_HOST_OVERRIDE: '', DOCKER_HOST: 'tcp://localhost:2375' },
      ])
        it(`looks for the container where the engine is: ${JSON.stringify(env)}`, async () => {
          const child = copy.start(`${client.program} any`, { ...fake.env, ...env })
          const [printed] = await once(child.stdout, 'data')
          child.kill()
          expect(String(printed)).toMatch(/^http:\/\/localhost:\d+\s*$/)
          const [started] = fake.commands.filter((line) => line.startsWith('run')).slice(-1)
          expect(started).toMatch(/ --publish=4600 .*EMULATOR_ALLOW_HOST=localhost /)
          await once(child, 'close')
        })

      it('a program that starts the image ends the container if a bad seed is given', async () => {
        const failure = await failureOf(copy, `${client.program} any bad.yaml`, fake.env)
        expect(failure).toMatch(
          /^invalid_seed bad\.yaml: PUT \/_admin\/seed: the seed:2:5: .*[\s\S]*did you mean id\?/,
        )
        expect(failure.match(/did you mean/g)).toHaveLength(1)
        expect(fake.commands.at(-1)).toBe(docker.at(-1))
      })

      it('a program that starts the image ends the container when it is killed', async () => {
        const ended = fake.commands.filter((line) => line === docker.at(-1)).length
        const child = copy.start(`${client.program} any`, fake.env)
        await once(child.stdout, 'data')
        child.kill('SIGKILL')
        await expect
          .poll(() => fake.commands.filter((line) => line === docker.at(-1)), { timeout: 20_000 })
          .toHaveLength(ended + 1)
      })
    })
  })
}

/** Runs a command that must fail, and returns what it printed to stderr. */
export async function failureOf(copy: Copy, command: string, env?: NodeJS.ProcessEnv): Promise<string> {
  const child = copy.start(command, env)
  const [printed, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(status).toBe(1)
  return printed
}
