import type { RequestDetails } from '../../../src/admin/request-json.js'
import { at, run } from '../../api.js'
import { lazy } from '../../components/lazy.js'
import { Loaded } from '../../components/notice.js'
import { SidePanel } from '../../components/side-panel.js'
import { useAnswer } from '../../live.js'

const WholeRequest = lazy(async () => (await import('../../later.js')).WholeRequest)

interface RequestPanelProps {
  readonly id: string
  readonly onClose: () => void
}

/** The request that is open beside the journal. */
export function RequestPanel({ id, onClose }: RequestPanelProps) {
  const live = useAnswer<RequestDetails>(run.get, at`/requests/${id}`, { on: ['reset', 'requests'] })
  return (
    <SidePanel title={`Request ${id}`} of="request" onClose={onClose}>
      <Loaded of={live}>{(request) => <WholeRequest request={request} />}</Loaded>
    </SidePanel>
  )
}
