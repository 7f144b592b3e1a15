import { Button } from '../../components/button.js'
import { Loaded } from '../../components/notice.js'
import { readAdminCalls } from '../../features/history/log.js'
import { dateTime } from '../../lib/format.js'
import { useLive } from '../../live.js'

/** The reset that the present life of the world began with. */
export function ResetDetails({ onClose }: { readonly onClose: () => void }) {
  const live = useLive((signal) => readAdminCalls({ last: 1 }, signal), undefined, ['reset'])
  return (
    <aside class="card details" aria-label="Reset">
      <header>
        <h2>Reset</h2>
        <div class="aside">
          <Button kind="quiet" small aria-label="Close the reset" onClick={onClose}>
            ✕
          </Button>
        </div>
      </header>
      <div class="card-body stack">
        <Loaded of={live}>
          {({ began: { at, behind } }) => (
            <p>
              The world was reset, and began anew at {dateTime(at)} UTC.{' '}
              {behind === undefined
                ? 'The journal was emptied.'
                : `The journal was kept: what stands below, up to ${behind}, is of the life before.`}
            </p>
          )}
        </Loaded>
      </div>
    </aside>
  )
}
