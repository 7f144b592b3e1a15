// Bundles src/ into dist/, and the dashboard's page into dist/dashboard/. What a start does not need (faker, jose, …) is
// split into chunks loaded on first use.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'

const root = fileURLToPath(new URL('.', import.meta.url))
rmSync(`${root}dist`, { recursive: true, force: true })

const shared = {
  absWorkingDir: root,
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
  logLevel: 'warning',
}

// The library: ES modules.
await build({
  ...shared,
  entryPoints: {
    index: 'src/index.ts',
    vitest: 'src/integrations/vitest.ts',
    msw: 'src/integrations/msw.ts',
    testcontainers: 'src/integrations/testcontainers.ts',
  },
  // What the tests that use these entries bring along.
  external: ['vitest', 'msw', 'testcontainers'],
  // The one CommonJS dependency left reaches for Node's modules by require.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
})

// The command: the same code as CommonJS, which starts 10 ms sooner on Node 20, and 40 on 24: there an ES module that
// imports node:http loads all of fetch. Only ES modules can be split, so the chunks are turned one by one.
const { outputFiles } = await build({
  ...shared,
  entryPoints: { cli: 'src/cli/main.ts' },
  entryNames: 'command-[name]',
  chunkNames: 'command-[name]-[hash]',
  define: { 'import.meta.url': '__moduleUrl' },
  write: false,
})
for (const { path, text } of outputFiles) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minify: true,
    supported: { 'dynamic-import': false },
    ...(text.includes('__moduleUrl')
      ? { banner: "const __moduleUrl=require('node:url').pathToFileURL(__filename).href;" }
      : {}),
  })
  const required = code.replace(/(require\("\.\/command-[^"]+)\.js"\)/g, '$1.cjs")')
  // Values in the place of getters, which would be called for every use of what another chunk exports. The mark, by which
  // a default export is found, is no value that spreads.
  writeFileSync(
    path.replace(/\.js$/, '.cjs'),
    `${required}module.exports={__esModule:true,...module.exports};\n`,
  )
}

// The names hold a hash of what is in the files, so that browsers may keep them for ever.
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { dashboard: 'src/dashboard/main.tsx' },
  outdir: 'dist/dashboard',
  entryNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  metafile: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  logLevel: 'warning',
})
const page = `${root}dist/dashboard`
mkdirSync(page, { recursive: true })
copyFileSync(`${root}src/dashboard/icon.svg`, `${page}/icon.svg`)
let html = readFileSync(`${root}src/dashboard/index.html`, 'utf8').replace('%icon%', 'icon.svg')
for (const output of Object.keys(metafile.outputs)) {
  const name = basename(output)
  html = html.replace(name.endsWith('.css') ? '%style%' : '%script%', name)
  writeFileSync(`${page}/${name}.gz`, gzipSync(readFileSync(`${page}/${name}`), { level: 9 }))
}
writeFileSync(`${page}/index.html`, html)
