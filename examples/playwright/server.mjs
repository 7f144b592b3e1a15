import { createServer } from 'node:http'
import { fetchOn, keepBaggage } from './baggage.mjs'

/** The application under test. It knows the address of the key-value store, but nothing about the emulator. */

const { KV_BASE_URL, PORT = '3000' } = process.env

const SESSION = `${KV_BASE_URL}/v1/kv/ns_demo_starter/session:1`
const SIGN_IN = '<form method="post"><button>Sign in</button></form>'

const headers = { 'X-KV-Key': 'kv_admin_demo' }

/** @type {import('node:http').RequestListener} */
async function answer(request, response) {
  if (request.method === 'POST') {
    const body = JSON.stringify({ value: { user: 'user_1' }, ttlSeconds: 900 })
    await fetchOn(SESSION, { method: 'PUT', headers, body })
    response.writeHead(303, { Location: '/' }).end()
    return
  }
  const { status } = await fetchOn(SESSION, { headers })
  const text = status === 200 ? 'Hello user_1' : status === 404 ? SIGN_IN : 'Try again later'
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(text)
}

createServer((request, response) => keepBaggage(request, response, () => answer(request, response))).listen(
  Number(PORT),
  '127.0.0.1',
)
