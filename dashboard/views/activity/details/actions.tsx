import { useState } from 'preact/hooks'
import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { run } from '../../../api.js'
import { Button, useAction } from '../../../components/button.js'
import { Copy } from '../../../components/copy.js'
import { InlineError } from '../../../components/notice.js'
import { Present } from '../../../components/present.js'
import { fetchOf, testOf } from '../../../lib/copy-as.js'
import type { ToSend } from '../../../lib/curl.js'
import { curlOf } from '../../../lib/curl.js'
import { linkTo } from '../../../router.js'
import { EditAndSend } from './edit-and-send.js'
import { addressOf, asSent, type SentResult, sendData } from './send-data.js'
import { SentText } from './sent-text.js'
import { subjectOf } from './subject.js'

/** Longer states aren't pasted into the test. It reads them from a file. */
const SEED_LENGTH_MAX = 4000

export function Actions({ request }: { readonly request: RequestDetails }) {
  const [isEditing, setIsEditing] = useState(false)
  const [sent, setSent] = useState<SentResult | undefined>(undefined)
  const again = useAction(async () => setSent(await sendData(asSent(request), request)))
  return (
    <section class="stack tight" aria-label="Actions">
      <div class="row tight">
        <Present>
          <Button small aria-busy={again.isBusy} onClick={again.start}>
            Send again
          </Button>
          <Button small aria-expanded={isEditing} onClick={() => setIsEditing(!isEditing)}>
            Edit and send
          </Button>
        </Present>
        <a class="button plain small" href={linkTo('faults', { new: 'fault', ...matchOf(request) })}>
          Fail requests like this
        </a>
        <SentText sent={sent} />
      </div>
      <InlineError error={again.error} />
      {isEditing && (
        <EditAndSend
          original={asSent(request)}
          send={async (edited: ToSend) => {
            setSent(await sendData(edited, request))
            setIsEditing(false)
          }}
          onCancel={() => setIsEditing(false)}
        />
      )}
    </section>
  )
}

export function CopyAs({ request }: { readonly request: RequestDetails }) {
  const { target, credential, requestHeaders } = request
  const base = addressOf(requestHeaders)
  return (
    <section class="part row tight" aria-label="Copy">
      <Copy label="Copy as curl" text={() => curlOf(request, base)} />
      <Copy label="as fetch" text={() => fetchOf(request, base)} />
      <Copy label="as test" text={async () => testOf(request, base, await shortState(request.id))} />
      <Copy label="link" text={() => location.href} />
      <Copy label="path" text={() => target} />
      {credential !== null && <Copy label="credential" text={() => credential} />}
    </section>
  )
}

/** URL parameters that prefill a fault for similar requests. */
function matchOf(request: RequestDetails): Record<string, string> {
  const { operation, method, path, credential } = request
  const subject = subjectOf(request)
  const { holder = '', key = '' } = subject ?? {}
  const place =
    subject?.area === 'stores'
      ? { store: holder }
      : subject?.area === 'namespaces'
        ? { namespace: holder }
        : {}
  return {
    ...(operation === null ? { method, path } : { operation, method }),
    ...(subject?.area === 'database' ? { path } : place),
    ...(isPlain(key) ? { key } : {}),
    ...(credential !== null && isPlain(credential) ? { credential } : {}),
  }
}

/** An asterisk in a match is a wildcard. */
const isPlain = (text: string): boolean => text !== '' && !text.includes('*')

async function shortState(id: string): Promise<string | undefined> {
  try {
    const text = await run.getText('/state', { at: id })
    return text.length > SEED_LENGTH_MAX ? undefined : text.trim()
  } catch {
    // The log doesn't go back that far.
    return undefined
  }
}
