import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.js'
import { NEED_TOOLS, TESTCONTAINERS } from './files.js'

export default defineConfig({
  resolve: { alias: TESTCONTAINERS },
  test: { ...usual.test, include: [...NEED_TOOLS], exclude: [] },
})
