import { defineConfig } from 'vitest/config'
import { PATIENCE } from '../../vitest.config.js'

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    // Two files at once on two cores. The files of a process share its browser and what it has built.
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
    ...PATIENCE,
  },
})
