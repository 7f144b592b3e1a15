// Evaluates each expression that it receives, and sends the value back.
import { createRequire } from 'node:module'

const began = Date.now()
const require = createRequire(import.meta.url)

process.on('message', async (expression) => {
  const run = new Function('began', 'require', `return (async () => (${expression}))()`)
  process.send((await run(began, require)) ?? null)
})
