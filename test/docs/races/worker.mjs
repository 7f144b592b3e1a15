import { request } from 'undici'

const url = `${process.env.KV_BASE_URL}/v1/kv/ns_demo_starter/count`
const headers = { 'X-KV-Key': 'kv_admin_demo', baggage: `emulator-party=${process.argv[2]}` }

const { statusCode, body } = await request(url, { headers })
const { value = 0 } = await body.json()
const count = statusCode === 404 ? 0 : value
await request(url, { method: 'PUT', headers, body: JSON.stringify({ value: count + 1, ttlSeconds: 60 }) })
