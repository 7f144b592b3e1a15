import { createServer } from 'node:http'

/** The application under test: it knows the address of the key-value store, and nothing of the emulator. */

const { KV_BASE_URL, PORT = '3000' } = process.env

const SESSION = `${KV_BASE_URL}/v1/kv/ns_shop_k3v9x2/session:anna`
const SIGN_IN = '<form method="post"><button>Sign in</button></form>'

createServer(async (request, response) => {
  // What instrumentation by OpenTelemetry does by itself: the baggage of a request goes on to what it causes.
  const { baggage } = request.headers
  const headers = { 'X-KV-Key': 'kv_admin_shop', ...(baggage && { baggage: String(baggage) }) }
  if (request.method === 'POST') {
    const body = JSON.stringify({ value: { user: 'anna' }, ttlSeconds: 900 })
    await fetch(SESSION, { method: 'PUT', headers, body })
    response.writeHead(303, { Location: '/' }).end()
    return
  }
  const { status } = await fetch(SESSION, { headers })
  const text = status === 200 ? 'Hello anna' : status === 404 ? SIGN_IN : 'Try again later'
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(text)
}).listen(Number(PORT), '127.0.0.1')
