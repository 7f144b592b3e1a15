import { useState } from 'preact/hooks'
import type { ReplayInfo } from '../../../src/admin/calls/history/bundle.js'
import { dashboardPath } from '../../address.js'
import { run } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { counted } from '../../lib/format.js'

interface DroppedBundleProps {
  readonly text: string
  readonly onClose: () => void
}

/** Runs a bundle again in a new world, and opens that. */
export function DroppedBundle({ text, onClose }: DroppedBundleProps) {
  const [replayed, setReplayed] = useState<ReplayInfo | undefined>(undefined)
  const { isBusy, error, start } = useAction(async () => {
    const info = await run.send<ReplayInfo>('POST', '/bundle', text)
    if (info.run.difference === undefined) location.assign(pageOf(info))
    else setReplayed(info)
  })
  return (
    <Form class="stack" isOfRun onSubmit={start}>
      <p>
        It is run again from its beginning, in a new world: nothing changes in this one. Every answer is held
        to the one that was given, and the new world is opened, at the last request.
      </p>
      <InlineError error={error} />
      {replayed !== undefined && <Differs of={replayed} />}
      <div class="form-end">
        <Button onClick={onClose}>{replayed === undefined ? 'Cancel' : 'Close'}</Button>
        {replayed === undefined ? (
          <Button type="submit" kind="primary" aria-busy={isBusy}>
            Run it in a new world
          </Button>
        ) : (
          <a class="button primary" href={pageOf(replayed)}>
            Open the world {replayed.id}
          </a>
        )}
      </div>
    </Form>
  )
}

/** The page of the world, at the request that the run ended with. */
const pageOf = ({ id, lastRequest }: ReplayInfo): string =>
  `${dashboardPath(id)}#/requests${lastRequest === undefined ? '' : `?id=${lastRequest}`}`

function Differs({ of: { run: ran } }: { readonly of: ReplayInfo }) {
  const { requests, difference } = ran
  if (difference === undefined) return null
  const { id, method } = difference
  const target = difference.kind === 'request' ? difference.target : difference.path
  return (
    <div class="stack" role="alert">
      <div class="error">
        <strong>
          {id} {method} <bdi class="text">{target}</bdi>{' '}
          {difference.kind === 'request' ? 'is answered otherwise.' : 'was made, and is refused now.'}
        </strong>
        <span>{counted(requests, 'request')} run. The new world stands where it stopped.</span>
      </div>
      {difference.kind === 'request' ? (
        <>
          <Code label="Expected" text={answerText(difference.expected)} />
          <Code label="Got" text={answerText(difference.got)} />
        </>
      ) : (
        <Code label="Got" text={`${difference.status} ${difference.answer}`} />
      )}
    </div>
  )
}

/** An answer, or that none was given. */
const answerText = (answer: { readonly status: number | null; readonly body?: string } | undefined): string =>
  `${answer?.status ?? 'no answer'} ${answer?.body ?? ''}`.trim()
