const express = require('express')
const { cartOf, keysOf } = require('./shop.cjs')

const application = express()
application.get('/cart', async (request, response) => {
  response.json(await cartOf(keysOf(request.headers)))
})
const server = application.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
