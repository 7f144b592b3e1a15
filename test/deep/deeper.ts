/** The tests that can try more than npm test has them try: see test/support/extent.ts. */
export const DEEPER: readonly string[] = [
  'test/cli/commands/conform.test.ts',
  'test/conformance/grease.test.ts',
  'test/conformance/probe.test.ts',
  'test/conformance/statements/random-profiles.test.ts',
  'test/conformance/statements/statements.test.ts',
  'test/conformance/walk/walk.test.ts',
  'test/conformance/walk/wrong-sequences.test.ts',
  'test/examples/examples.test.ts',
  'test/history/every-diff.test.ts',
  'test/history/every-point.test.ts',
  'test/integrations/vitest.test.ts',
  'test/openapi/answers.test.ts',
  'test/openapi/lint.test.ts',
  'test/retrying-clients/conduct.test.ts',
  'test/seed/export.test.ts',
  'test/seed/round-trip.test.ts',
]
