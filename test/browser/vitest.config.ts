import { defineConfig } from 'vitest/config'
import { PATIENCE } from '../../vitest.config.js'

export default defineConfig({
  test: { include: ['test/browser/**/*.test.ts'], ...PATIENCE },
})
