import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.js'
import { NEED_TOOLS } from './files.js'

/** Sources find no package of test/, since they are not in it. */
export const TESTCONTAINERS = {
  testcontainers: resolve(import.meta.dirname, '../node_modules/testcontainers'),
}

export default defineConfig({
  resolve: { alias: TESTCONTAINERS },
  test: { ...usual.test, include: [...NEED_TOOLS], exclude: [] },
})
