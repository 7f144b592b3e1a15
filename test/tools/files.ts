import { resolve } from 'node:path'

/**
 * Tests that need the packages of test/package.json, that run compilers, builds and test runners, or that take long:
 * `npm ci --prefix test`, then `npm run test:machines -- --project tools`.
 */
export const NEED_TOOLS: readonly string[] = [
  'test/build/image.test.ts',
  'test/build/licences.test.ts',
  'test/build/place.test.ts',
  'test/build/sbom.test.ts',
  'test/carriers/carriers.test.ts',
  'test/client/hover.test.ts',
  'test/clients/clients.test.ts',
  'test/conformance/command/conform-reports.test.ts',
  'test/conformance/command/conform.test.ts',
  'test/conformance/command/judge.test.ts',
  'test/docs/commands.test.ts',
  'test/docs/reference.test.ts',
  'test/docs/samples.test.ts',
  'test/docs/skill.test.ts',
  'test/examples/examples.test.ts',
  'test/docs/doc-comments.test.ts',
  'test/examples/jest.test.ts',
  'test/fuzz/bombs.test.ts',
  'test/integrations/testcontainers.test.ts',
  'test/integrations/unfired-faults.test.ts',
  'test/integrations/vitest.test.ts',
  'test/openapi/admin-answers.test.ts',
  'test/openapi/answers.test.ts',
  'test/openapi/client.test.ts',
  'test/openapi/lint.test.ts',
  'test/openapi/spectral.test.ts',
  'test/retrying-clients/conduct.test.ts',
  'test/retrying-clients/swept/programs.test.ts',
  'test/server/endless-device.test.ts',
  'test/server/full-heap.test.ts',
]

/** An alias for the sources, which aren't in test/ and so don't find its packages. */
export const TESTCONTAINERS = {
  find: 'testcontainers',
  replacement: resolve(import.meta.dirname, '../node_modules/testcontainers'),
}
