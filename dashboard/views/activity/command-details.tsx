import { Code } from '../../components/code.js'
import { Loaded } from '../../components/notice.js'
import { SidePanel } from '../../components/side-panel.js'
import { readAdminCalls } from '../../features/history/log.js'
import { WhatChanged } from '../../features/history/what-changed.js'
import { commandText } from '../../lib/command-text.js'
import { dateTime } from '../../lib/format.js'
import { sentence } from '../../lib/request-text.js'
import { useLive } from '../../live.js'

export interface PanelProps {
  readonly id: string
  readonly onClose: () => void
}

export function CommandDetails({ id, onClose }: PanelProps) {
  const live = useLive(
    `admin call ${id}`,
    (signal) => readAdminCalls({ since: id, until: `after:${id}` }, signal),
    {
      on: ['reset'],
    },
  )
  return (
    <SidePanel title={`Admin call ${id}`} of="admin call" onClose={onClose}>
      <Loaded of={live}>
        {({ calls: [command] }) =>
          command !== undefined && (
            <>
              <div class="part">
                <p class="fact">{sentence(commandText(command))}</p>
                <p class="row tight hint">
                  <b>{command.method}</b> <bdi class="mono text">{command.path}</bdi>
                </p>
                <p class="hint text">{dateTime(command.at)} UTC</p>
                {command.body !== undefined && <Code label="Body" text={command.body} />}
              </div>
              <WhatChanged id={id} />
            </>
          )
        }
      </Loaded>
    </SidePanel>
  )
}

export function ResetDetails({ onClose }: PanelProps) {
  const live = useLive('the reset', (signal) => readAdminCalls({ limit: 1 }, signal), { on: ['reset'] })
  return (
    <SidePanel title="Reset" of="reset" onClose={onClose}>
      <Loaded of={live}>
        {({ began: { at, behind } }) => (
          <p class="part">
            The world was reset, and started again at {dateTime(at)} UTC.{' '}
            {behind === undefined
              ? 'The journal was cleared.'
              : `The journal was kept: requests up to ${behind} are from before the reset.`}
          </p>
        )}
      </Loaded>
    </SidePanel>
  )
}
