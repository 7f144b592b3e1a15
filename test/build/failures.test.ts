import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** The failures that `bash .ci/run` lists at its end. */

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'emulator-failures-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each failed test and each file that did not load is listed on a line of its own', () => {
  const report = join(folder, 'report.json')
  const [loaded, broken, green] = ['a', 'b', 'c'].map((name) => join(root, `test/${name}.test.ts`))
  const testResults = [
    {
      name: loaded,
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'holds', failureMessages: [] },
        { status: 'failed', fullName: 'breaks', failureMessages: ['expected 1 to be 2\n  at a.ts'] },
      ],
    },
    { name: broken, status: 'failed', message: 'no such module\n  at b.ts', assertionResults: [] },
    { name: green, status: 'passed', assertionResults: [{ status: 'passed', fullName: 'c' }] },
  ]
  writeFileSync(report, JSON.stringify({ testResults }))

  const printed = execFileSync(process.execPath, ['.ci/failures.js', report], { cwd: root, encoding: 'utf8' })

  expect(printed).toBe('test/a.test.ts > breaks: expected 1 to be 2\ntest/b.test.ts: no such module\n')
})
