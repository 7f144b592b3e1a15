import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/** A browser test's error, as vitest reports it. */
const WAITED = 'Timeout\nCall log:\n  - waiting for it\n\n    at wait (b.ts:2:1)\n    at test/a.test.ts:3:1'

const folder = mkdtempSync(join(tmpdir(), 'emulator-failures-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each failed test and each file that did not load is listed, with what it waited for and its place', () => {
  const report = join(folder, 'report.json')
  const [loaded, broken, green] = ['a', 'b', 'c'].map((name) => join(root, `test/${name}.test.ts`))
  const testResults = [
    {
      name: loaded,
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'holds', failureMessages: [] },
        { status: 'failed', fullName: 'breaks', failureMessages: [WAITED] },
      ],
    },
    { name: broken, status: 'failed', message: 'no such module\n  at b.ts', assertionResults: [] },
    { name: green, status: 'passed', assertionResults: [{ status: 'passed', fullName: 'c' }] },
  ]
  writeFileSync(report, JSON.stringify({ testResults }))

  const printed = execFileSync(process.execPath, ['.ci/failures.js', report], { cwd: root, encoding: 'utf8' })

  expect(printed.split(/\n\s*/)).toEqual([
    'test/a.test.ts > breaks: Timeout',
    'Call log:',
    '- waiting for it',
    'at test/a.test.ts:3:1',
    'test/b.test.ts: no such module',
    '',
  ])
})
