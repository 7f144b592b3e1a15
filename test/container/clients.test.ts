import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { Copy } from '../clients/client-run.js'
import { exampleOf, failureOf } from '../clients/client-tests.js'
import { go, java, python, testsWith } from '../clients/languages.js'
import { buildImage, docker, IMAGE } from './image.js'

/** Starts the image with clients in other languages, in a real engine. No container may outlive their programs. */

/** Real ms within which a container must be gone. */
const SOON_MS = 3000

/** Reasons for a start to fail, with the arguments and environment of the program, and what it prints. */
const FAILED_STARTS = [
  [
    'a bad seed',
    `${IMAGE} 'stores: [{ idd: ec_a_1 }]'`,
    {},
    /^invalid_seed .*the seed:1:12: [\s\S]*did you mean id\?/,
  ],
  ['a missing image', 'tristore-emulator:missing', {}, /^start_failed .* 125.*\n.*tristore-emulator:missing/],
  ['a dead daemon', IMAGE, { DOCKER_HOST: 'unix:///nowhere' }, /^start_failed .*\n.*unix:\/\/\/nowhere/],
] as const

beforeAll(() => buildImage())

describe.each([python, java, go])('$language', (client) => {
  const { declare: it, isMissing } = testsWith(client)
  let copy: Copy

  beforeAll(async () => {
    copy = new Copy(client.language)
    if (!isMissing) await copy.run(client.compile)
  })

  afterAll(() => copy[Symbol.dispose]())

  it('the test of the client passes', async () => {
    using fresh = new Copy(client.language)
    await fresh.run(client.test, { EMULATOR_IMAGE: IMAGE })
  })

  it('the README of the client is a test that passes', async () => {
    const [[name, code] = ['', '']] = Object.entries(exampleOf(client))
    using fresh = new Copy(client.language, { [name]: code.replace('"tristore-emulator"', `"${IMAGE}"`) })
    await fresh.run(client.runExample)
  })

  for (const [reason, given, env, expected] of FAILED_STARTS)
    it(`a start reports ${reason} at once`, async () => {
      expect(await failureOf(copy, `${client.program} ${given}`, env)).toMatch(expected)
    })

  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGINT'] as const)
    for (const target of ['the process', 'its group'])
      it(`${signal} to ${target} leaves no container`, async () => {
        const child = copy.start(`${client.program} ${IMAGE}`)
        const name = await containerOf(child)
        process.kill(target === 'its group' ? -Number(child.pid) : Number(child.pid), signal)
        await assertGone(name)
      })
})

const { declare: inGo } = testsWith(go)

for (const [end, flags, further] of [
  ['a timeout', '-test.timeout 3s', ''],
  ['a panic', '', "'' panic"],
])
  inGo(`${end} of go test leaves no container`, async () => {
    using copy = new Copy('go')
    await copy.run(go.compile)
    const child = copy.start(`./starting ${flags} -test.run TestStarting ${IMAGE} ${further}`)
    const name = await containerOf(child)
    await once(child, 'exit')
    await assertGone(name)
  })

inGo('a program in a container finds the engine of its host', async () => {
  using copy = new Copy('go')
  await copy.run(go.compile, { CGO_ENABLED: '0' })
  const outer = `emulator-client-${process.pid}`
  const socket = (process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock').replace('unix://', '')
  const mounts = `-v ${socket}:/var/run/docker.sock -v "$(command -v docker)":/usr/local/bin/docker -v "$PWD":/tests`
  const run = `docker run --rm --name ${outer} --user 0 ${mounts} --entrypoint /tests/starting ${IMAGE}`
  const child = copy.start(`${run} -test.run TestStarting ${IMAGE}`)
  const name = await containerOf(child)
  await docker('rm', '--force', outer)
  await assertGone(name)
})

/** The name of the container that a program has started. */
async function containerOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  const failure = text(child.stderr).then((printed) => Promise.reject(new Error(printed)))
  const [printed]: unknown[] = await Promise.race([once(child.stdout, 'data'), failure])
  const { port } = new URL(String(printed).trim())
  const name = (await docker('ps', '--filter', `publish=${port}`, '--format', '{{.Names}}')).trim()
  expect(name).toMatch(/^tristore-emulator-/)
  return name
}

async function assertGone(name: string): Promise<void> {
  const left = () => docker('ps', '--all', '--quiet', '--filter', `name=${name}`)
  await expect.poll(left, { timeout: SOON_MS }).toBe('')
}
