import type { ClientRequest } from '../../../conformance/http-client.js'
import { keeping } from './volume.js'
import { changing, isDocuments, isProjects } from './wrong.js'

/** Services that don't keep the texts of records letter for letter. */

const on = (isOf: (request: ClientRequest) => boolean, member: string, change: (text: string) => unknown) =>
  keeping(isOf, (body) => {
    const text = body[member]
    if (typeof text === 'string') body[member] = change(text)
  })

export const TEXTS = {
  'the ends of a content are trimmed': on(isDocuments, 'content', (text) => text.trim()),
  'code points of a description are composed': on(isProjects, 'description', (text) => text.normalize('NFC')),
  'code points of a title are composed': on(isDocuments, 'title', (text) => text.normalize('NFC')),
  'an empty description is left out': on(isProjects, 'description', (text) =>
    text === '' ? undefined : text,
  ),
  'line ends of contents are changed in lists': changing((answer, request) => {
    if (!isDocuments(request) || !Array.isArray(answer.body)) return
    for (const record of answer.body) record.content = record.content?.replaceAll('\r\n', '\n')
  }),
  'blanks within a name are collapsed': on(isProjects, 'name', (text) => text.replace(/ +/g, ' ')),
  'signs of four bytes are dropped from descriptions': on(isProjects, 'description', (text) =>
    text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  ),
  'a name of digits loses its zeros': on(isProjects, 'name', (text) => text.replace(/^0+(?=\d+$)/, '')),
  'a content that begins with = gets an apostrophe': on(isDocuments, 'content', (text) =>
    text.replace(/^=/, "'="),
  ),
} as const
