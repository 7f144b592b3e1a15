import { useState } from 'preact/hooks'
import type { ReplayInfo } from '../../../src/admin/calls/history/bundle.js'
import { dashboardPath } from '../../address.js'
import { run } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { counted } from '../../lib/format.js'

interface RerunProps {
  readonly text: string
  readonly onClose: () => void
}

interface Verdict {
  readonly id: string
  readonly lastRequest?: string | undefined
  readonly isSame: boolean
  readonly sentence: string
  readonly answers?: readonly (readonly [label: string, text: string])[]
}

export function Rerun({ text, onClose }: RerunProps) {
  const [verdict, setVerdict] = useState<Verdict | undefined>(undefined)
  const { isBusy, error, start } = useAction(async () =>
    setVerdict(verdictOf(await run.send<ReplayInfo>('POST', '/bundle', text))),
  )
  return (
    <Form class="stack" isOfRun onSubmit={start}>
      <p>
        Replays the run in a new world, and compares each response with the recorded one. This world stays as
        it is.
      </p>
      <InlineError error={error} />
      {verdict !== undefined && (
        <>
          <div class={verdict.isSame ? '' : 'error'} role={verdict.isSame ? 'status' : 'alert'}>
            <strong class="text">{verdict.sentence}</strong>
          </div>
          {verdict.answers?.map(([label, answer]) => (
            <Code key={label} label={label} text={answer} />
          ))}
        </>
      )}
      <div class="form-end">
        <Button onClick={onClose}>{verdict === undefined ? 'Cancel' : 'Close'}</Button>
        {verdict === undefined ? (
          <Button type="submit" kind="primary" aria-busy={isBusy}>
            Run in a new world
          </Button>
        ) : (
          <a class="button primary" href={pageOf(verdict)}>
            Open world {verdict.id}
          </a>
        )}
      </div>
    </Form>
  )
}

const pageOf = ({ id, lastRequest }: Verdict): string =>
  `${dashboardPath(id)}#/activity${lastRequest === undefined ? '' : `?id=${lastRequest}`}`

function verdictOf({ id, lastRequest, run: { requests, difference } }: ReplayInfo): Verdict {
  const world = { id, lastRequest, isSame: difference === undefined }
  if (difference === undefined) {
    return { ...world, sentence: `${counted(requests, 'request')}, all with the same response.` }
  }
  const ran = `${counted(requests, 'request')} ran; ${difference.id} ${difference.method}`
  if (difference.kind === 'admin') {
    const got = `${difference.status} ${difference.answer}`
    return { ...world, sentence: `${ran} ${difference.path} is refused now.`, answers: [['Got', got]] }
  }
  return {
    ...world,
    sentence: `${ran} ${difference.target} gets a different response.`,
    answers: [
      ['Expected', answerText(difference.expected)],
      ['Got', answerText(difference.got)],
    ],
  }
}

const answerText = (answer: { readonly status: number | null; readonly body?: string } | undefined): string =>
  `${answer?.status ?? 'no response'} ${answer?.body ?? ''}`.trim()
