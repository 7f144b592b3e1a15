import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['test/one-clock/*.test.ts'], testTimeout: 300_000, hookTimeout: 60_000 },
})
