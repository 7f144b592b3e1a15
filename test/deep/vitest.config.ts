import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.js'
import { NEED_TOOLS, TESTCONTAINERS } from '../tools/files.js'
import { DEEPER } from './deeper.js'

/** Includes the tests of npm run test:tools, since some of them try more here. */
export default defineConfig({
  resolve: { alias: TESTCONTAINERS },
  test: {
    ...usual.test,
    include: ['test/deep/*.test.ts', ...DEEPER, ...NEED_TOOLS],
    exclude: [],
    env: { TEST_DEEP: '1' },
  },
})
