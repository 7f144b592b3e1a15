import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import polka from 'polka'
import { create, get, list, page, put, seed } from './handlers.js'

/** The floor's handlers with a router. */
seed()
const server = createServer()
server.keepAliveTimeout = 75_000
polka({ server })
  .get('/v1/kv/:namespace/:key', (request, response) =>
    get(request, response, request.params.namespace, request.params.key),
  )
  .put('/v1/kv/:namespace/:key', (request, response) =>
    put(request, response, request.params.namespace, request.params.key),
  )
  .get('/v1/kv/:namespace', (request, response) => list(request, response, request.params.namespace))
  .post('/documents', create)
  .get('/documents', page)
  .listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
