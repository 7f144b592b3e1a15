import { type Actor, DB_KEY } from '../load.js'

/** The number of documents to keep. The service can't delete documents, so admin calls delete the older ones. */
const KEPT = 60
const PAGE = 7

/** Creates documents and projects, reads them, and follows their pages to the end. */
export const documentsActor: Actor = async ({ caller, random, isOver }) => {
  const chances = random('documents')
  const ids: Record<'documents' | 'projects', number[]> = { documents: [], projects: [1] }
  const headers = DB_KEY
  while (!isOver()) {
    const type = chances.integer(3) === 0 ? 'projects' : 'documents'
    const body = type === 'documents' ? { title: 'Draft', content: 'x'.repeat(200) } : { name: 'Project' }
    const created = await caller.ask({ method: 'POST', path: `/${type}`, headers, body }, 201)
    ids[type].push((created.json as { id: number }).id)
    while (ids[type].length > KEPT) {
      await caller.ask({ method: 'DELETE', path: `/_admin/${type}/${ids[type].shift()}` }, 204)
    }
    const document = ids.documents[chances.integer(ids.documents.length)]
    if (document !== undefined) await caller.ask({ path: `/documents/${document}`, headers }, 200)
    const seen: number[] = []
    let path: string | undefined = `/${type}?limit=${PAGE}`
    while (path !== undefined) {
      const page = await caller.ask({ path, headers }, 200)
      seen.push(...(page.json as { id: number }[]).map(({ id }) => id))
      const next = page.headers['x-next']
      path = typeof next === 'string' ? next.replace(/^https?:\/\/[^/]+/, '') : undefined
    }
    if (String(seen) !== String(ids[type]))
      caller.problem(`/${type} gave ${seen} page by page, not ${ids[type]}`)
  }
}
