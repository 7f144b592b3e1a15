import { defineConfig } from 'vitest/config'
import usual, { PACKAGE } from '../../vitest.config.js'
import { TESTCONTAINERS } from '../tools/files.js'
import { DEEPER } from './deeper.js'

export default defineConfig({
  resolve: { alias: [...PACKAGE.resolve.alias, TESTCONTAINERS] },
  test: { ...usual.test, include: [...DEEPER], exclude: [], env: { TEST_DEEP: '1' } },
})
