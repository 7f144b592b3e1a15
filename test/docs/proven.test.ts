import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CONTRACT_SHA256 } from '../../src/contract/written.js'

const root = resolve(import.meta.dirname, '../..')

const BLOCK = `<!-- proven -->
- **Proven**, against the written contract (SHA-256 \`${CONTRACT_SHA256}\`): every operation, by statements.
- **Not proven**: no running service was ever asked. Latency is not emulated, and the defaults of its gaps are guesses.
- **Unknown**: what the contract does not name answers \`501 not_emulated\`.
<!-- /proven -->`

test.each(['README.md', 'docs/conformance.md'])('%s says what is proven and what is not', (page) => {
  expect(readFileSync(join(root, page), 'utf8')).toContain(BLOCK)
})
