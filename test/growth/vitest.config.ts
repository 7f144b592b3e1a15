import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/growth/**/*.test.ts'],
    // It compares processor times, however long they take.
    testTimeout: 600_000,
  },
})
