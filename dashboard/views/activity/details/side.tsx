import type { KeptText, RequestDetails } from '../../../../src/admin/request-json.js'
import { Clamp } from '../../../components/clamp.js'
import { Code } from '../../../components/code.js'
import { bytes, counted } from '../../../lib/format.js'

interface SideProps {
  readonly title: string
  readonly headers: RequestDetails['requestHeaders']
  readonly body: KeptText | undefined
}

/** What one side sent: its headers, and as much of its body as is kept. */
export function Side({ title, headers, body }: SideProps) {
  const kept = body === undefined ? 0 : new TextEncoder().encode(body.text).length
  return (
    <section class="side" aria-label={title}>
      <h3>{title}</h3>
      <details>
        <summary>{counted(headers.length, 'header')}</summary>
        <dl class="headers">
          {headers.map(([name, value], index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>
                <Clamp text={value} of={name} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {body !== undefined && body.text !== '' && (
        <Code label={`${title} body, ${bytes(body.bytes)}`} text={body.text} />
      )}
      {body !== undefined && kept < body.bytes && (
        <p class="hint">
          The journal kept the first {bytes(kept)} of {bytes(body.bytes)}.
        </p>
      )}
    </section>
  )
}
