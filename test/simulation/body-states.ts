/** The members of each body, with the types that they may have. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'kv.put': { value: [], ttlSeconds: ['number'] },
  'config.put': { value: [] },
  'documents.create': { title: ['string'], content: ['string', 'undefined'] },
  'projects.create': { name: ['string'], description: ['string', 'undefined'] },
}

/** Returns e.g. "no JSON" or "a member missing". */
export function bodyState(operation: string, text: string): string {
  let members: unknown
  try {
    members = JSON.parse(text)
  } catch {
    return 'not JSON'
  }
  if (typeof members !== 'object' || members === null || Array.isArray(members)) return 'not an object'
  const given = Object.entries(MEMBERS[operation] ?? {}).map(
    ([name, types]) => [(members as Record<string, unknown>)[name], types] as const,
  )
  if (given.some(([member, types]) => member === undefined && !types.includes('undefined')))
    return 'a missing member'
  const isOther = given.some(([member, types]) => types.length > 0 && !types.includes(typeof member))
  return isOther ? 'a member of the wrong type' : 'valid'
}
