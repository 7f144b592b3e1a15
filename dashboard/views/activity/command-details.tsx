import { Code } from '../../components/code.js'
import { Loaded } from '../../components/notice.js'
import { Changes } from '../../features/history/changes.js'
import { readAdminCalls } from '../../features/history/log.js'
import { PointLinks } from '../../features/history/points.js'
import { commandText } from '../../lib/command-text.js'
import { dateTime } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { DetailsCard } from './details-card.js'

interface CommandDetailsProps {
  readonly id: string
  readonly onClose: () => void
}

/** One admin call that changed the world: what was sent, and what it changed. */
export function CommandDetails({ id, onClose }: CommandDetailsProps) {
  const live = useLive(
    `admin call ${id}`,
    (signal) => readAdminCalls({ since: id, until: `after:${id}` }, signal),
    {
      on: ['reset'],
    },
  )
  return (
    <DetailsCard title={`Admin call ${id}`} of="admin call" onClose={onClose}>
      <Loaded of={live}>
        {({ calls: [command] }) =>
          command !== undefined && (
            <>
              <div>
                <p class="row">
                  <b>{command.method}</b> <bdi class="mono text">{command.path}</bdi>
                </p>
                <p class="hint text">
                  {dateTime(command.at)} UTC · {commandText(command)}
                </p>
              </div>
              {command.body !== undefined && <Code label="Body" text={command.body} />}
              <section class="stack tight" aria-label="What it changed">
                <h3>What it changed</h3>
                <Changes from={id} to={`after:${id}`} />
                <PointLinks id={id} view="data" />
              </section>
            </>
          )
        }
      </Loaded>
    </DetailsCard>
  )
}

/** The reset that the present life of the world began with. */
export function ResetDetails({ onClose }: { readonly onClose: () => void }) {
  const live = useLive('the reset', (signal) => readAdminCalls({ limit: 1 }, signal), { on: ['reset'] })
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
