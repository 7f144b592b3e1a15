import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { startEmulator } from '../../src/start-emulator.js'
import { GAP_PROFILES } from '../conformance/gaps/gap-profiles.js'
import { leases, PATHS } from '../own-service/leases.js'
import { extent } from '../support/extent.js'
import { documentOf } from './document.js'

/** A strict linter finds no problems, not even examples that don't fit their schemas. */

async function problemsOf(source: string) {
  // Given in full, so that no configuration on the machine plays a part.
  const config = await createConfig({ extends: ['recommended-strict'], telemetry: 'off' })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
}

const ways = Object.entries(GAP_PROFILES)

test.each(ways.slice(0, extent(1, ways.length)))(
  'the document has no problem under %s',
  async (_, profile) => {
    await using emulator = await startEmulator({ profile, dbPort: 0 })
    expect(await problemsOf(JSON.stringify(await documentOf(emulator)))).toEqual([])
  },
)

test('the document has no problem with services of your own', async () => {
  await using emulator = await startEmulator({ services: [leases, PATHS] })
  const document = await documentOf(emulator)
  expect(await problemsOf(JSON.stringify(document))).toEqual([])
  const { post } = document.paths['/leases'] as { post: object }
  expect(post).toMatchObject({
    requestBody: { required: false, content: { 'application/json': { schema: {} } } },
    responses: { 200: {}, default: {} },
  })
  const { patch } = document.paths['/paths/{id}'] as { patch: object }
  expect(patch).toMatchObject({
    requestBody: { required: true, content: { 'application/json': { schema: { required: ['name'] } } } },
  })
})

test('an example that does not fit its schema is found, and so is a missing license', async () => {
  await using emulator = await startEmulator()
  const document = await documentOf(emulator)
  // One of many paths is enough.
  const path = '/v1/kv/{namespaceId}/{key}'
  const text = JSON.stringify({ ...document, paths: { [path]: document.paths[path] } })
  const broken = text
    .replace('"identifier":"MIT"', '"identifier":""')
    .replace(
      '"example":{"value":{"enabled":true},"ttlSeconds":3600}',
      '"example":{"value":1,"ttlSeconds":"an hour"}',
    )
  const problems = (await problemsOf(broken)).join('\n')
  expect(problems).toContain('no-invalid-media-type-examples')
  expect(problems).toContain('info-license-strict')
})
