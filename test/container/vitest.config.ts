import { defineConfig } from 'vitest/config'
import { PATIENCE } from '../../vitest.config.js'

export default defineConfig({
  test: { include: ['test/container/*.test.ts'], ...PATIENCE },
})
