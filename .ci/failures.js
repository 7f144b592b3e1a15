// Prints what failed in a report of vitest, each with its place: `node .ci/failures.js REPORT`.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What a test waited for stands below its error; a comparison of two values may go on for long. */
const LINES_MAX = 12

/** The error, and the line of the test that met it. */
function inShort(message = '') {
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  const end = lines.findIndex((line) => /^\s+at /.test(line))
  const place = lines.find((line) => /^\s+at .*\.test\.ts/.test(line))
  const text = end < 0 ? lines : lines.slice(0, end)
  return [...text.slice(0, LINES_MAX), ...(place === undefined ? [] : [place])].join('\n  ')
}

for (const { name, status, message, assertionResults } of JSON.parse(readFileSync(process.argv[2], 'utf8'))
  .testResults) {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  for (const { fullName, failureMessages } of failed)
    console.log(`${file} > ${fullName}: ${inShort(failureMessages[0])}`)
  // A file that does not load, or whose hooks fail.
  if (status === 'failed' && failed.length === 0) console.log(`${file}: ${inShort(message)}`)
}
