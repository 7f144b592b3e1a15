/** Headers as fetch sends them: name, value, name, value, … with names in lower case and in their order. */
export type HeaderList = string[]

const NAME = /^[\w-]+$/
/** Printable ASCII that neither begins nor ends with a space. */
const VALUE = /^[!-~](?:[ -~]*[!-~])?$/

/**
 * Lists headers as they are given to fetch. Headers in a plain object can mostly be sent as they are; the
 * standard Headers, which would list them alike, take as long as the whole answer.
 *
 * @throws TypeError if they are none
 */
export function headerList(given: RequestInit['headers']): HeaderList {
  return (given === undefined ? [] : listOfObject(given)) ?? listOf(new Headers(given))
}

/** Lists standard headers. */
export function listOf(headers: Headers): HeaderList {
  const list: HeaderList = []
  for (const [name, value] of headers) list.push(name, value)
  return list
}

/** Sets a header, in its place. @param name in lower case */
export function setHeader(list: HeaderList, name: string, value: string): void {
  let at = 0
  while (at < list.length && (list[at] ?? '') < name) at += 2
  list.splice(at, list[at] === name ? 2 : 0, name, value)
}

/** undefined if only standard Headers can decide what is sent. */
function listOfObject(given: object): HeaderList | undefined {
  if (Object.getPrototypeOf(given) !== Object.prototype) return undefined
  const list: HeaderList = []
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string' || !NAME.test(name) || !VALUE.test(value)) return undefined
    const lower = name.toLowerCase()
    // Values of one name are joined.
    for (let at = 0; at < list.length; at += 2) if (list[at] === lower) return undefined
    setHeader(list, lower, value)
  }
  return list
}
