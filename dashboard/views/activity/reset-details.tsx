import { Loaded } from '../../components/notice.js'
import { readAdminCalls } from '../../features/history/log.js'
import { dateTime } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { DetailsCard } from './details-card.js'

/** The reset that the present life of the world began with. */
export function ResetDetails({ onClose }: { readonly onClose: () => void }) {
  const live = useLive((signal) => readAdminCalls({ limit: 1 }, signal), undefined, ['reset'])
  return (
    <DetailsCard title="Reset" of="reset" onClose={onClose}>
      <Loaded of={live}>
        {({ began: { at, behind } }) => (
          <p>
            The world was reset, and began again at {dateTime(at)} UTC.{' '}
            {behind === undefined
              ? 'The journal was emptied.'
              : `The journal was kept: what is below, up to ${behind}, is of the life before.`}
          </p>
        )}
      </Loaded>
    </DetailsCard>
  )
}
