import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { NEED_TOOLS } from './test/tools/files.js'

/** Only what never ends fails by the clock: no test waits for real time, and machines have other work too. */
export const PATIENCE = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
}

// V8 optimises code later than by default, since tests seldom run it often enough to repay that.
setFlagsFromString('--interrupt-budget=600000')

/** Gives the lab and its tests what is built where they import the package by its name, and its real time. */
export const PACKAGE = {
  resolve: {
    alias: [
      { find: /^tristore-emulator$/, replacement: join(import.meta.dirname, 'dist/index.js') },
      { find: /^tristore-emulator\/(lab|vitest)$/, replacement: join(import.meta.dirname, 'dist/$1.js') },
    ],
  },
  test: {
    server: { deps: { external: [/\/dist\//] } },
    setupFiles: [join(import.meta.dirname, 'test/lab/pace.ts')],
  },
}

export default defineConfig({
  resolve: PACKAGE.resolve,
  test: {
    ...PACKAGE.test,
    include: ['test/**/*.test.ts'],
    // test/machines.config.ts runs these: they need an engine, a browser, Python, more packages, or minutes.
    exclude: [
      '**/node_modules/**',
      'test/container/**',
      'test/browser/**',
      'test/deep/**',
      'test/python/**',
      'test/one-clock/**',
      ...NEED_TOOLS,
    ],
    // No module keeps state between tests, so files may share them: loading all anew for each takes half the time.
    pool: 'threads',
    isolate: false,
    // More than one for each core: while some wait for a process or a timer, others run.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    ...PATIENCE,
  },
})
