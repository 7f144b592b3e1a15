import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.js'
import { DEEPER } from './deeper.js'

export default defineConfig({
  test: {
    ...usual.test,
    include: ['test/deep/*.test.ts', ...DEEPER],
    exclude: [],
    env: { TEST_DEEP: '1' },
  },
})
