import type { RequestDetails } from '../../../src/admin/request-json.js'
import { at, run } from '../../api.js'
import { lazy } from '../../components/lazy.js'
import { Loaded } from '../../components/notice.js'
import { SidePanel } from '../../components/side-panel.js'
import { useAnswer } from '../../live.js'
import type { PanelProps } from './command-details.js'

const Comparison = lazy(async () => (await import('../../later.js')).Comparison)
const WholeRequest = lazy(async () => (await import('../../later.js')).WholeRequest)

export function RequestPanel({ id, onClose }: PanelProps) {
  const live = useAnswer<RequestDetails>(run.get, at`/requests/${id}`, { on: ['reset', 'requests'] })
  return (
    <SidePanel title={`Request ${id}`} of="request" onClose={onClose}>
      <Loaded of={live}>{(request) => <WholeRequest request={request} />}</Loaded>
    </SidePanel>
  )
}

export function ComparisonPanel({ onClose }: PanelProps) {
  return (
    <SidePanel title="What changed" of="comparison" onClose={onClose}>
      <Comparison />
    </SidePanel>
  )
}
