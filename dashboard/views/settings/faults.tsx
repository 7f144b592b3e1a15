import type { ComponentChildren } from 'preact'
import type { FaultInfo } from '../../../src/admin/calls/faults/faults.js'
import { remove, send } from '../../api.js'
import { Action, Confirm } from '../../components/button.js'
import { Card, Page } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { FaultLine } from '../../features/faults/fault-line.js'
import { useFaultCounts } from '../../features/faults/known-faults.js'
import { RecordList } from '../../features/records/record-list.js'
import { say } from '../../features/said.js'
import { count, counted } from '../../lib/format.js'
import { linkTo, route } from '../../router.js'
import { type FaultFields, faultOf, linkedFields, NO_FIELDS, NO_LINK, presets } from './fault-fields.js'
import { faultKind } from './fault-kind.js'

export function Faults() {
  const linked = linkedFields(route.value.query)
  const isLinked = Object.keys(linked).length > 0
  const start: FaultFields = isLinked ? { ...NO_FIELDS, status: '503', ...linked } : NO_FIELDS
  return (
    <Page title="Faults" lead="Make the services fail, and see how your app copes.">
      <div class="stack">
        <Present>
          <FaultLine />
          <Presets />
        </Present>
        <RecordList kind={faultKind(start)} filledBy={NO_LINK}>
          {(list) => <Frame>{list}</Frame>}
        </RecordList>
      </div>
    </Page>
  )
}

function Frame({ children }: { readonly children: ComponentChildren }) {
  const { all, active } = useFaultCounts()
  return (
    <Card
      title="Faults"
      flush
      aside={
        all > 0 && (
          <>
            <span role="status">{`${count(active)} of ${counted(all, 'fault')} active`}</span>
            {all > 1 && (
              <Confirm label="Delete all" of={counted(all, 'fault')} run={() => remove('/faults')} />
            )}
          </>
        )
      }
    >
      {children}
    </Card>
  )
}

function Presets() {
  const add = (preset: Partial<FaultFields>, label: string) => async () => {
    const { id } = await send<FaultInfo>('POST', '/faults', faultOf({ ...NO_FIELDS, ...preset }))
    say({
      text: `${label}: fault ${id} added`,
      link: {
        text: 'Edit',
        href: linkTo(route.value.view, { ...Object.fromEntries(route.value.query), id, edit: '1' }),
      },
    })
  }
  return (
    <section class="presets" aria-label="Presets">
      {presets.map(([label, about, preset]) => (
        <Action key={label} run={add(preset, label)}>
          <span class="preset">
            <b>{label}</b>
            <span>{about}</span>
          </span>
        </Action>
      ))}
    </section>
  )
}
