import type { AddressInfo } from 'node:net'
import { create, get, list, page, put, seed } from './handlers.js'

/**
 * The floor: what a server by hand on node:http costs. It is built as CommonJS and uses no import: on newer versions an
 * import of node:http would load Node's own fetch too, which costs five times as much.
 */
const http = process.getBuiltinModule('node:http')

seed()
const KV = '/v1/kv/'
const server = http.createServer((request, response) => {
  const { method, url = '/' } = request
  if (url.startsWith(KV)) {
    const slash = url.indexOf('/', KV.length)
    if (slash < 0) list(request, response, url.slice(KV.length))
    else if (method === 'GET') get(request, response, url.slice(KV.length, slash), url.slice(slash + 1))
    else put(request, response, url.slice(KV.length, slash), url.slice(slash + 1))
  } else if (method === 'POST') create(request, response)
  else page(request, response)
})
server.keepAliveTimeout = 75_000
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
