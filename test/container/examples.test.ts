import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOptions, services } from '../examples/compose.js'
import { ExampleCopies, runExample } from '../examples/copies.js'
import { commandOf, EXAMPLES, patternOf } from '../examples/example.js'
import { manifests } from '../examples/kubernetes.js'
import { readVariables, runSteps, steps } from '../examples/workflow.js'
import { buildImage, Container, docker, IMAGE } from './image.js'

let folder: string

beforeAll(() => {
  buildImage()
  folder = mkdtempSync(join(tmpdir(), 'emulator-examples-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Not every machine with an engine has Compose, so the services are run as Compose would run them. */
test('the app of the Compose example reaches the emulator by its service name', async () => {
  const network = basename(folder)
  await docker('network', 'create', network)
  try {
    const { emulator, app } = services
    const options = ['--network', network, '--network-alias', 'emulator']
    // A started container is healthy, which is what the app waits for.
    await using _ = await Container.start([...options, ...runOptions(emulator)])
    const image = process.env.NODE_IMAGE ?? app.image
    const printed = await docker(
      'run',
      '--rm',
      '--network',
      network,
      ...runOptions(app),
      image,
      ...app.command,
    )
    expect(printed.trimEnd()).toMatch(patternOf(commandOf('compose').output))
  } finally {
    await docker('network', 'rm', network)
  }
})

test('the image starts as the Kubernetes manifest restricts it', async () => {
  const [{ spec }] = manifests
  const [{ resources, volumeMounts }] = spec.template.spec.containers
  const { memory, cpu } = resources.limits
  const [, mebibytes] = /^(\d+)Mi$/.exec(memory) ?? []
  const [, millis] = /^(\d+)m$/.exec(cpu) ?? []
  await using container = await Container.start([
    ...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--memory', `${mebibytes}m`, '--cpus', String(Number(millis) / 1000)],
    ...[
      '--volume',
      `${join(EXAMPLES, 'kubernetes')}/fixtures.yaml:${volumeMounts[0].mountPath}/fixtures.yaml:ro`,
    ],
    // Kubernetes sets this next to a Service of that name.
    ...['--env', 'EMULATOR_PORT=tcp://10.96.3.4:4600'],
  ])
  expect(await container.inspect('{{.Config.User}}')).toMatch(/^[1-9]\d*:/)
  const answer = await fetch(`${container.baseUrl}/documents`, { headers: { 'X-API-Key': 'db_demo' } })
  expect(await answer.json()).toHaveLength(5)
})

test('the steps of the CI example start the emulator, run the tests and stop it', async () => {
  const file = join(folder, 'variables')
  const printed = await runSteps(steps, { EMULATOR_IMAGE: IMAGE }, file)
  const { command, output } = commandOf('ci')
  expect(printed.get(command)).toMatch(patternOf(output))
  const { EMULATOR_ID = '' } = readVariables(file)
  expect(EMULATOR_ID).not.toBe('')
  expect(await docker('ps', '--all', '--quiet', '--filter', `id=${EMULATOR_ID}`)).toBe('')
})

test('the suite of the Testcontainers example starts the image and controls it', async () => {
  const { command, output } = commandOf('testcontainers')
  using copies = new ExampleCopies()
  const printed = await runExample(copies.copyOf('testcontainers', ['testcontainers']), command, {
    EMULATOR_IMAGE: IMAGE,
    // For the reason given in testcontainers.test.ts.
    TESTCONTAINERS_RYUK_DISABLED: 'true',
    TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1',
  })
  expect(printed.trimEnd()).toMatch(patternOf(output))
})
