/** The members that a body has, with the types that each may have. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'kv.put': { value: [], ttlSeconds: ['number'] },
  'config.put': { value: [] },
  'documents.create': { title: ['string'], content: ['string', 'undefined'] },
  'projects.create': { name: ['string'], description: ['string', 'undefined'] },
}

/** Returns the state of the form of a body. */
export function bodyState(operation: string, text: string): string {
  let members: unknown
  try {
    members = JSON.parse(text)
  } catch {
    return 'no JSON'
  }
  if (typeof members !== 'object' || members === null || Array.isArray(members)) return 'no object'
  const given = Object.entries(MEMBERS[operation] ?? {}).map(
    ([name, types]) => [(members as Record<string, unknown>)[name], types] as const,
  )
  if (given.some(([member, types]) => member === undefined && !types.includes('undefined')))
    return 'a member missing'
  const isOther = given.some(([member, types]) => types.length > 0 && !types.includes(typeof member))
  return isOther ? 'a member of another type' : 'sound'
}
