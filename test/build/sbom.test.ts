import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { BuiltPackage } from '../cli/built.js'

const root = resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('the SBOM lists the bundled packages and the dependencies, and nothing else', async () => {
  using built = new BuiltPackage()
  built.build()
  const file = join(built.folder, 'THIRD-PARTY-LICENSES')
  const args = [join(root, '.ci/sbom.js'), file]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 28 })
  const { bomFormat, metadata, components } = JSON.parse(stdout)
  const licences = readFileSync(file, 'utf8')
  const bundled = [...licences.matchAll(/^-{80}\n\n(\S+) (\S+) \(/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  )
  expect(bomFormat).toBe('CycloneDX')
  expect(metadata.component['bom-ref']).toBe(`tristore-emulator@${manifest.version}`)
  expect(components.map((component: { 'bom-ref': string }) => component['bom-ref']).sort()).toEqual(
    bundled.sort(),
  )
})
