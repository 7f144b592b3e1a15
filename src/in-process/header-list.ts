/** Headers as fetch sends them: name, value, name, value, … with names in lower case and in their order. */
export type HeaderList = string[]

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
