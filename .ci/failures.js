// Prints the failures in a vitest report, with their positions: `node .ci/failures.js REPORT`.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Comparisons of two values can be long; the rest is in the full output. */
const LINES_MAX = 12

/** Returns the error, and the test's line in its stack. */
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
