import { createServer } from 'node:http'

/**
 * A shop in one process, with one base address for its carts. It knows nothing about worlds. Like an instrumented
 * application, it copies a request's baggage into the requests that it makes for it.
 */

const { KV_BASE_URL, THIRD_PARTY } = process.env

const PAGE = `<!doctype html>
<title>Shop</title>
<output id="cart"></output> <output id="time"></output> <output id="third"></output>
<script>
  const show = async () => {
    const { cart, date } = await (await fetch('/cart')).json()
    document.querySelector('#cart').textContent = cart
    document.querySelector('#time').textContent = new Date().toUTCString() + ' / ' + date
  }
  setInterval(show, 60_000)
  show()
  fetch('${THIRD_PARTY}').then(
    async (answer) => { document.querySelector('#third').textContent = await answer.text() },
    (error) => { document.querySelector('#third').textContent = String(error) },
  )
</script>`

const server = createServer(async (request, response) => {
  if (request.url !== '/cart') {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE)
    return
  }
  const { baggage } = request.headers
  const headers = { 'X-KV-Key': 'kv_admin_shop', ...(baggage === undefined ? {} : { baggage }) }
  const answer = await fetch(`${KV_BASE_URL}/v1/kv/ns_shop/cart`, { headers })
  const { value } = await answer.json()
  const cart = answer.ok ? value : answer.status
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ cart, date: answer.headers.get('date') }))
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
