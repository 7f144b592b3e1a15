import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseSeeds } from '../../../src/seed/parse.js'
import { withoutTemplates } from './start-up.js'

const DEMO = resolve(import.meta.dirname, '../../../fixtures/demo.yaml')

test('a seed without its Faker templates is still a seed, and its counts still work', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'emulator-bench-'))
  try {
    const text = readFileSync(withoutTemplates(DEMO, scratch), 'utf8')
    expect(text.match(/\{\{.*?\}\}/g)).toEqual(['{{index}}'])
    expect(() => parseSeeds([{ name: 'plain.yaml', text }])).not.toThrow()
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
})
