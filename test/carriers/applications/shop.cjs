const { get } = require('node:http')

/**
 * A shop that reads carts by fetch and products by node:http, both at one base address. It knows nothing about worlds.
 */

const { KV_BASE_URL, DB_BASE_URL } = process.env

/** @param keys the API keys of the tenant */
async function cartOf({ kv, database }) {
  const response = await fetch(`${KV_BASE_URL}/v1/kv/ns_shop/owner`, { headers: { 'X-KV-Key': kv } })
  const { value } = await response.json()
  const page = await products(database)
  return { owner: value, cartAt: response.headers.get('date'), productsAt: page.date, next: page['x-next'] }
}

function products(key) {
  return new Promise((resolve, reject) => {
    get(`${DB_BASE_URL}/documents?limit=1`, { headers: { 'X-API-Key': key } }, (response) => {
      response.resume().on('end', () => resolve(response.headers))
    }).on('error', reject)
  })
}

/** Returns the keys from a tenant's request, or the shop's own. */
const keysOf = (headers) => ({
  kv: headers['tenant-kv'] ?? 'kv_admin_shop',
  database: headers['tenant-database'] ?? 'db_shop',
})

module.exports = { cartOf, keysOf }
