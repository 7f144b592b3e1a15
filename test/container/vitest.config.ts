import { defineConfig } from 'vitest/config'
import { PATIENCE } from '../../vitest.config.js'
import { TESTCONTAINERS } from '../tools/files.js'

export default defineConfig({
  resolve: { alias: [TESTCONTAINERS] },
  test: { include: ['test/container/*.test.ts'], ...PATIENCE },
})
