import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BuiltPackage } from '../cli/built.js'

const root = resolve(import.meta.dirname, '../..')
const { licencesOf } = await import(join(root, 'build/licences.js'))

describe('THIRD-PARTY-LICENSES', () => {
  let built: BuiltPackage
  let text: string

  beforeAll(() => {
    built = new BuiltPackage()
    built.build()
    text = readFileSync(join(built.folder, 'THIRD-PARTY-LICENSES'), 'utf8')
  })

  afterAll(() => built[Symbol.dispose]())

  test('THIRD-PARTY-LICENSES names each package that is bundled with the sources and the dashboard once, with its version', async () => {
    const bundled = [...(await bundledPackages())].map(versionOf)
    const named = [...text.matchAll(/^-{80}\n\n(.+ [\d.]+\S*) \((?:MIT|ISC)\)$/gm)].map(([, title]) => title)
    expect(named).toEqual([...bundled, versionOf('rolldown')].sort())
  })

  test('THIRD-PARTY-LICENSES has the licence text of each package, with its copyright', () => {
    const parts = text.split('-'.repeat(80)).slice(1)
    for (const part of parts) expect(part).toMatch(/Copyright .*\n(?:.*\n)*.*Permission/)
  })

  test('THIRD-PARTY-LICENSES is in the package and in the image', () => {
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).files).toContain(
      'THIRD-PARTY-LICENSES',
    )
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
    expect(dockerfile).toMatch(/^COPY LICENSE \.\/$/m)
    expect(dockerfile).toMatch(/^COPY --from=build .*\/build\/THIRD-PARTY-LICENSES \.\/$/m)
  })
})

describe('a bundled package without a licence text', () => {
  let folder: string

  beforeAll(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'emulator-licences-')), '/')
    for (const [name, files] of Object.entries(PACKAGES)) {
      const path = join(folder, 'node_modules', name)
      mkdirSync(path, { recursive: true })
      writeFileSync(join(path, 'package.json'), JSON.stringify({ name, version: '1.2.3', license: 'MIT' }))
      for (const file of files) writeFileSync(join(path, file), `the text of ${name}\n`)
    }
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const PACKAGES = { bare: [], '@a/scoped': ['README.md'], whole: ['licence.md'] }
  const moduleOf = (name: string) => join(folder, 'node_modules', name, 'index.js')

  test('a bundled package without a licence text fails the build, and is named', () => {
    expect(() => licencesOf(folder, Object.keys(PACKAGES).map(moduleOf))).toThrow(
      'no licence text for @a/scoped 1.2.3, bare 1.2.3, bundled into dist/: take the file',
    )
  })

  test('a bundled package without a licence text does not matter if none of its files is bundled', () => {
    const text = licencesOf(folder, [moduleOf('whole'), moduleOf('whole'), join(folder, 'src/index.ts')])
    expect(text).toMatch(/^whole 1\.2\.3 \(MIT\)\n\nthe text of whole\n$/m)
    expect(text.split('whole 1.2.3')).toHaveLength(2)
  })
})

/** Finds the bundled packages with another bundler. */
async function bundledPackages(): Promise<Set<string>> {
  const shared = { absWorkingDir: root, bundle: true, write: false, metafile: true, outdir: 'out' } as const
  const { metafile: ofNode } = await build({
    ...shared,
    entryPoints: [
      ...['src/index.ts', 'src/cli/main.ts'],
      ...['msw', 'testcontainers', 'vitest'].map((name) => `src/integrations/${name}.ts`),
      // The sources require these two at run time, which bundlers do not see.
      'node_modules/yaml/dist/index.js',
      'node_modules/@faker-js/faker/dist/index.js',
    ],
    platform: 'node',
    format: 'esm',
    splitting: true,
    external: ['msw', 'testcontainers', 'vitest'],
  })
  const { metafile: ofPage } = await build({ ...shared, entryPoints: ['dashboard/main.tsx'] })
  const names = [ofNode, ofPage].flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]),
    ),
  )
  return new Set(names.filter((name) => name !== undefined))
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
  return `${name} ${version}`
}
