import type { ContractInfo } from '../../../src/admin/calls/contract.js'
import { get } from '../../api.js'
import { Loaded } from '../../components/notice.js'
import { useLive } from '../../live.js'
import { GapsCard } from './gaps-card.js'

/** ms: with a full journal the answer takes too long to be asked for after every request. */
const REST_MS = 800

/** The gaps of the contract, and how this world fills them. */
export function Gaps() {
  const live = useLive(
    (signal) => get<ContractInfo>('/contract', {}, signal),
    undefined,
    ['request', 'reset', 'profile', 'requests'],
    REST_MS,
  )
  return <Loaded of={live}>{(contract) => <GapsCard contract={contract} onChanged={live.reload} />}</Loaded>
}
