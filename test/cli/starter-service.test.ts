import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { starterService } from '../../src/cli/starter-service.js'
import { startEmulator } from '../../src/index.js'

test('the service that init writes does as its test says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-init-'))
  try {
    const library = resolve(import.meta.dirname, '../../src/index.ts')
    const { definition, test: written } = starterService('leases')
    writeFileSync(
      join(folder, 'leases.ts'),
      definition.replace("'tristore-emulator'", JSON.stringify(library)),
    )
    const { default: leases } = await import(join(folder, 'leases.ts'))
    const [, body = ''] = /async \(\) => \{\n([\s\S]*)\n\}\)\n$/.exec(written) ?? []
    const script = body.replace(' as { id: string }', '')
    const run = new Function('startEmulator', 'service', 'expect', `return (async () => {${script}})()`)
    await run(startEmulator, leases, expect)
    expect.assertions(2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
