import { useState } from 'preact/hooks'
import { ApiError } from '../../../api.js'
import { DraftForm, type FieldSpec } from '../../../components/draft-form.js'
import type { ToSend } from '../../../lib/curl.js'
import { indented } from '../../../lib/json-text.js'

interface EditAndSendProps {
  readonly original: ToSend
  readonly send: (edited: ToSend) => Promise<unknown>
  readonly onCancel: () => void
}

const FIELDS: readonly FieldSpec[] = [
  { name: 'method', label: 'Method', suggestions: async () => ['GET', 'PUT', 'POST', 'DELETE'] },
  { name: 'target', label: 'Path and query' },
  { name: 'headers', label: 'Headers', type: 'area', rows: 4, hint: 'One per line, as Name: value' },
  { name: 'body', label: 'Body', type: 'area', rows: 5 },
]

export function EditAndSend({ original, send, onCancel }: EditAndSendProps) {
  const [start] = useState(() => ({
    ...original,
    headers: original.headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: indented(original.body),
  }))
  return (
    <DraftForm
      label="Edit and send"
      fields={FIELDS}
      start={start}
      verb="Send"
      save={({ method = '', target = '', headers = '', body = '' }) =>
        send({
          method: method.trim().toUpperCase(),
          target: target.trim(),
          headers: headersOf(headers),
          body,
        })
      }
      onCancel={onCancel}
    />
  )
}

function headersOf(text: string): ToSend['headers'] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, value] = /^\s*([^:\s]+)\s*:(.*)$/.exec(line) ?? []
      if (name !== undefined && value !== undefined) return [name, value.trim()] as const
      throw new ApiError({
        status: 0,
        message: `“${line.trim()}” isn't a header.`,
        hint: 'Use Name: value.',
      })
    })
}
