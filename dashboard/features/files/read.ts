export type Content =
  | { readonly kind: 'seed'; readonly text: string }
  | { readonly kind: 'bundle'; readonly text: string }
  | { readonly kind: 'none'; readonly reason: string; readonly hint: string }

const HINT = 'Open a seed or an exported state (YAML or JSON), or a bundle (*.tristore.json).'

/** @throws Error if the file isn't UTF-8 */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  // Let binary files through. `contentOf` has a better message for them.
  const fatal = !new Uint8Array(bytes).includes(0)
  try {
    return new TextDecoder('utf-8', { fatal }).decode(bytes)
  } catch {
    throw new Error("This file isn't UTF-8. Save it as UTF-8 and try again.")
  }
}

/** Goes by the content, and by the name if the content is ambiguous. */
export function contentOf(name: string, text: string): Content {
  if (text.includes('\0')) return { kind: 'none', reason: "This isn't a text file.", hint: HINT }
  if (text.trim() === '') return { kind: 'none', reason: 'This file is empty.', hint: HINT }
  const data = parsed(text)
  if (name.endsWith('.har') || memberOf(memberOf(data, 'log'), 'entries') !== undefined) {
    const hint = 'Open a bundle instead. It has the requests of a run, and the state they started from.'
    return { kind: 'none', reason: "This is a HAR file, which can't be opened here.", hint }
  }
  const isBundle = /^\s*\{\s*"format"\s*:\s*"tristore-bundle\//.test(text)
  if (isBundle || String(memberOf(data, 'format')).startsWith('tristore-bundle/'))
    return { kind: 'bundle', text }
  return name.endsWith('.tristore.json') ? { kind: 'bundle', text } : { kind: 'seed', text }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
