// Makes docs/reference/ from the built program and its types: npm run generate. It needs `npm ci --prefix test`.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { referencePages } from './pages.js'

const root = resolve(import.meta.dirname, '../..')
for (const [name, text] of Object.entries(await referencePages(root)))
  writeFileSync(join(root, 'docs/reference', name), text)
