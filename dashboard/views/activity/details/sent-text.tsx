import { Status } from '../../../components/chip.js'
import { linkTo, route } from '../../../router.js'
import type { SentResult } from './send-data.js'

export function SentText({ sent }: { readonly sent: SentResult | undefined }) {
  return (
    <span role="status" class="row">
      {sent !== undefined && (
        <>
          {sent.status === undefined ? 'No response' : 'Response'}
          {sent.status !== undefined && <Status status={sent.status} />}
          {sent.id !== undefined && (
            <a href={linkTo('activity', { ...Object.fromEntries(route.value.query), id: sent.id })}>
              {sent.id}
            </a>
          )}
        </>
      )}
    </span>
  )
}
