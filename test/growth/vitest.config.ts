import { defineConfig } from 'vitest/config'
import { PATIENCE } from '../../vitest.config.js'

export default defineConfig({
  // It compares processor times, however long they take.
  test: { include: ['test/growth/**/*.test.ts'], ...PATIENCE },
})
