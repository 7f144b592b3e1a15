import { defineConfig } from 'vitest/config'
import usual, { PACKAGE } from '../../vitest.config.js'
import { NEED_TOOLS, TESTCONTAINERS } from './files.js'

export default defineConfig({
  resolve: { alias: [...PACKAGE.resolve.alias, TESTCONTAINERS] },
  test: { ...usual.test, include: [...NEED_TOOLS], exclude: [] },
})
