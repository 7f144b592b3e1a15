import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BuiltPackage } from '../cli/built.js'

test.each([
  ['EmulatorError', 'index'],
  ['SweepFailure', 'lab'],
  ['ExploreFailure', 'lab'],
])('%s keeps its name in the built package', (name, entry) => {
  using built = new BuiltPackage()
  built.build()
  const library = createRequire(import.meta.url)(join(built.folder, `dist/${entry}.cjs`))
  expect(library[name].name).toBe(name)
})
