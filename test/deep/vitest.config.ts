import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.js'
import { NEED_TOOLS, TESTCONTAINERS } from '../tools/files.js'
import { DEEPER } from './deeper.js'

/** All that npm run test:tools has too: some of its tests try more here. */
export default defineConfig({
  resolve: { alias: TESTCONTAINERS },
  test: {
    ...usual.test,
    include: ['test/deep/*.test.ts', ...DEEPER, ...NEED_TOOLS],
    exclude: [],
    env: { TEST_DEEP: '1' },
  },
})
