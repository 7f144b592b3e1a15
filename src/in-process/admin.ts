type Router = typeof import('../admin/router.js')

let router: Router | undefined

/** The admin interface, loaded when it is first asked: a test that only fetches does not wait for its calls. */
export const answerAdmin: Router['answer'] = async (context, request) => {
  router ??= await import('../admin/router.js')
  return router.answer(context, request)
}
