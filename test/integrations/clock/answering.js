// An application of the tests: answers with what the expressions are that it is sent. It begins with this one.
import { createRequire } from 'node:module'

const began = Date.now()
const require = createRequire(import.meta.url)

process.on('message', async (expression) => {
  const run = new Function('began', 'require', `return (async () => (${expression}))()`)
  process.send((await run(began, require)) ?? null)
})
