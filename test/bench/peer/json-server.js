// json-server with a single entry in memory. With a file, which its command uses, each PUT would have to write it.
import server from 'json-server'

const app = server.create()
app.use(server.defaults({ logger: false }))
app.use(server.router({ entries: [{ id: 'k:1', value: { n: 1 }, ttlSeconds: 86_400 }] }))
const listener = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${listener.address().port}`)
})
