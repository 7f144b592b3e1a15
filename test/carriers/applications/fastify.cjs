const { fastify } = require('fastify')
const { cartOf, keysOf } = require('./shop.cjs')

const application = fastify()
application.get('/cart', async (request) => cartOf(keysOf(request.headers)))
application.listen({ port: 0, host: '127.0.0.1' }).then(() => process.send(application.server.address().port))
process.on('disconnect', () => process.exit())
