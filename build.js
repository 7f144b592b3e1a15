// Bundles src/ into dist/. What a start does not need (faker, jose, …) is split into chunks loaded on first use.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('.', import.meta.url))
rmSync(`${root}dist`, { recursive: true, force: true })

await build({
  absWorkingDir: root,
  entryPoints: {
    cli: 'src/cli/main.ts',
    index: 'src/index.ts',
    vitest: 'src/vitest.ts',
    msw: 'src/msw.ts',
    testcontainers: 'src/testcontainers.ts',
  },
  // What the tests that use these entries bring along.
  external: ['vitest', 'msw', 'testcontainers'],
  outdir: 'dist',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // yaml's entry for Node is CommonJS, which cannot be split; its browser entry is the same code as ES modules.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  // The one CommonJS dependency left reaches for Node's modules by require.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  logLevel: 'warning',
})
