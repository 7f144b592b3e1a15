import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startEmulator } from '../../src/index.js'
import { manifests, pod } from './kubernetes.js'

/** Checks that the manifests match each other and the image. */

const dockerfile = readFileSync(resolve(import.meta.dirname, '../../Dockerfile'), 'utf8')
const port = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1])
const [{ spec: deployment }, service] = manifests
const { metadata, spec: template } = deployment.template
const [emulator] = template.containers
const [app, beside] = pod.spec.containers

test('the Service selects the Pods of the Deployment, at the port of the image', () => {
  expect(deployment.selector.matchLabels).toEqual(metadata.labels)
  expect(service.spec.selector).toEqual(metadata.labels)
  expect([service.spec.ports[0].port, emulator.ports[0].containerPort]).toEqual([port, port])
})

test('the seed is mounted where the image reads seeds', () => {
  const [, folder] = /EMULATOR_SEED=(\S+)/.exec(dockerfile) ?? []
  expect(emulator.volumeMounts[0]).toMatchObject({ name: template.volumes[0].name, mountPath: folder })
})

test('the user of the image is a number, which is not that of root', () => {
  expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
})

test.each([emulator, beside])(
  'the readiness probe asks for what answers once it is up: %#',
  async (container) => {
    const { path, port: asked } = container.readinessProbe.httpGet
    expect(asked).toBe(port)
    await using running = await startEmulator()
    expect((await fetch(running.baseUrl + path)).status).toBe(200)
  },
)

test('the application finds the emulator beside it at the loopback address', () => {
  const address = `http://127.0.0.1:${port}`
  expect(app.env.map(({ name, value }) => [name, value])).toEqual([
    ['KV_BASE_URL', address],
    ['DB_BASE_URL', address],
  ])
})
