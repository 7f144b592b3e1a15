// Prints what failed in a report of vitest, a line each: `node .ci/failures.js REPORT`.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const firstLine = (message = '') => message.split('\n', 1)[0]

for (const { name, status, message, assertionResults } of JSON.parse(readFileSync(process.argv[2], 'utf8'))
  .testResults) {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  for (const { fullName, failureMessages } of failed)
    console.log(`${file} > ${fullName}: ${firstLine(failureMessages[0])}`)
  // A file that does not load, or whose hooks fail.
  if (status === 'failed' && failed.length === 0) console.log(`${file}: ${firstLine(message)}`)
}
