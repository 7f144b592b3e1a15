import { type AdminRoute, ok } from '../call.js'

export const openApiRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/openapi.json',
    help: 'OpenAPI 3.1 of the three services, as they are set at present, and of the admin interface',
    async handle(call) {
      // Loaded when it is asked for: a start must not pay for it.
      const { openApiDocument } = await import('../openapi/document.js')
      return ok(await openApiDocument(call))
    },
  },
]
