import { expect, test } from 'vitest'
import { CONTRACT_SHA256 } from '../../src/contract/values.js'
import { readPage } from './pages.js'

test('docs/conformance.md says what is proven and what is not, and README links there', () => {
  expect(readPage('docs/conformance.md').text).toContain(`(SHA-256 \`${CONTRACT_SHA256}\`)`)
  expect(readPage('README.md').text).toContain('](docs/conformance.md)')
})
