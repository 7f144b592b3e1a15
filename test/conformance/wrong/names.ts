import type { ClientRequest } from '../../../conformance/http-client.js'
import { changed, changing, isConfig, isEntry, isKv, keyIn, type Wrong } from './wrong.js'

type Is = (request: ClientRequest) => boolean

const named = (request: ClientRequest, key: string): ClientRequest => ({
  ...request,
  url: request.url.replace(/[^/]*$/, encodeURIComponent(key)),
})

/** Confuses some names with others, but shows each as it was asked for. */
const taking = (isOf: Is, rename: (key: string) => string, methods = /./): Wrong['make'] => {
  return ({ send }) =>
    (request) => {
      if (!isOf(request) || !isEntry(request) || !methods.test(request.method)) return send(request)
      const key = keyIn(request)
      const renamed = rename(key)
      if (renamed === key || renamed === '') return send(request)
      return changed(send, (answer) => {
        if (answer.body?.key !== undefined) answer.body.key = key
      })(named(request, renamed))
    }
}

/** Leaves some names out of its lists, or shows them differently. */
// biome-ignore lint/suspicious/noExplicitAny: an entry of any shape is changed
const listing = (isOf: Is, change: (items: any[]) => any[]): Wrong['make'] =>
  changing((answer, request) => {
    if (!isOf(request) || isEntry(request)) return
    for (const member of ['keys', 'configs']) {
      if (answer.body?.[member] !== undefined) answer.body[member] = change(answer.body[member])
    }
  })

/** A DELETE takes other entries along. */
const takingAlong = (isOf: Is, isAlong: (other: string, key: string) => boolean): Wrong['make'] => {
  return ({ send }) => {
    const put = new Set<string>()
    return async (request) => {
      const answer = await send(request)
      if (!isOf(request) || !isEntry(request)) return answer
      if (request.method === 'PUT') put.add(request.url)
      if (request.method !== 'DELETE') return answer
      for (const url of put) {
        const other = { ...request, url }
        const isNear = url !== request.url && url.replace(/[^/]*$/, '') === request.url.replace(/[^/]*$/, '')
        if (isNear && isAlong(keyIn(other), keyIn(request))) await send(other)
      }
      return answer
    }
  }
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i
const asNumber = (key: string): string => (NUMBER.test(key) ? String(Number(key)) : key)

const decoded = (key: string): string => {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

const existing = (isOf: Is): Wrong['make'] =>
  changing((answer, request) => {
    if (isOf(request) && request.url.endsWith('/toString')) answer.status = 200
  })

export const NAMES = {
  'keys with a dot in front are not listed': listing(isKv, (items) =>
    items.filter(({ key }) => key[0] !== '.'),
  ),
  'configs with an underscore in front are not listed': listing(isConfig, (items) =>
    items.filter(({ key }) => key[0] !== '_'),
  ),
  'a dot at the end of a key is cut': taking(isKv, (key) => key.replace(/\.+$/, '')),
  'keys that look like numbers are numbers': taking(isKv, asNumber),
  'configs that look like numbers are numbers': taking(isConfig, asNumber),
  'a delete takes what is below the key along': takingAlong(isKv, (other, key) =>
    ['.', ':', '/'].some((sign) => other.startsWith(key + sign)),
  ),
  'the name of a config ends before its colon': taking(isConfig, (key) => key.split(':')[0] ?? ''),
  'keys with an underscore in front are not read': changing((answer, request) => {
    if (isKv(request) && isEntry(request) && request.method === 'GET' && keyIn(request)[0] === '_') {
      answer.status = 404
    }
  }),
  'a minus sign in front of a key is cut': taking(isKv, (key) => key.replace(/^-+/, '')),
  'digits beyond 2^53 are rounded in keys': taking(isConfig, (key) =>
    /^\d{16,}$/.test(key) ? String(BigInt(Number(key))) : key,
  ),
  'the ending of a file is cut from a key': taking(isKv, (key) => key.replace(/\.(?:json|txt|xml)$/, '')),
  'a star in a delete means every ending': takingAlong(
    isConfig,
    (other, key) => key.endsWith('*') && other.startsWith(key.slice(0, -1)),
  ),
  'a key that begins another one is not listed': listing(isKv, (items) =>
    items.filter(({ key }) => !items.some((other) => other.key !== key && other.key.startsWith(`${key}.`))),
  ),
  'lists decode percent signs in keys': listing(isConfig, (items) =>
    items.map((item) => ({ ...item, key: decoded(item.key) })),
  ),
  'null and undefined are never keys': changing((answer, request) => {
    if (isKv(request) && request.method === 'GET' && /\/(?:null|undefined)$/.test(request.url)) {
      answer.status = 404
    }
  }),
  'a delete takes 01 for 1': taking(isKv, (key) => key.replace(/^0+(?=\d+$)/, ''), /DELETE/),
  'lists show keys of digits as numbers': listing(isConfig, (items) =>
    items.map((item) => (/^\d{1,15}$/.test(item.key) ? { ...item, key: Number(item.key) } : item)),
  ),
  'letters of full width are plain ones in keys': taking(isConfig, (key) => key.normalize('NFKC')),
  'letters of full width are plain ones in keys of kv': taking(isKv, (key) => key.normalize('NFKC')),
  'toString exists as a key of kv before it is put': existing(isKv),
  'toString exists as a key of config before it is put': existing(isConfig),
  'a dot in front of a config is cut': taking(isConfig, (key) => key.replace(/^\.+/, '')),
} as const
