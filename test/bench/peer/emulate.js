// vercel-labs/emulate with our own service, which has GET and PUT for a key. With the argument "reset", prints how many
// ms each of twenty resets takes, including an in-process request. Otherwise, listens and prints its address.
import { createEmulator, defineEmulator } from 'emulate'

const service = defineEmulator({
  name: 'entries',
  state: () => ({ entries: { 'k:1': { value: { n: 1 }, ttlSeconds: 86_400 } } }),
  setup({ app, state }) {
    app.get('/entries/:key', (context) => {
      const entry = state.entries[context.req.param('key')]
      return entry === undefined ? context.json({ ok: false }, 404) : context.json({ ok: true, ...entry })
    })
    app.put('/entries/:key', async (context) => {
      state.entries[context.req.param('key')] = await context.req.json()
      return context.json({ ok: true })
    })
  },
})

if (process.argv[2] === 'reset') {
  const api = await createEmulator({ service, listen: false })
  const samples = []
  for (let round = 0; round < 20; round++) {
    const began = performance.now()
    await api.reset()
    await (await api.request('/entries/k:1')).json()
    samples.push(performance.now() - began)
  }
  await api.close()
  console.log(JSON.stringify(samples))
} else {
  const { url } = await createEmulator({ service, port: 0 })
  console.log(url.replace('localhost', '127.0.0.1'))
}
