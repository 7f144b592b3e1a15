import { useState } from 'preact/hooks'
import type { FaultInfo, FaultsAnswer } from '../../../src/admin/calls/faults/faults.js'
import { get } from '../../api.js'
import { Button } from '../../components/button.js'
import { Card } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { useAnswer } from '../../live.js'
import { route, setQuery } from '../../router.js'
import { type FaultFields, fieldsOf, linkedFields, NO_FIELDS, NO_LINK, presets } from './fault-fields.js'
import { FaultList } from './fault-list.js'
import { draft, FaultSheet } from './fault-sheet.js'

/** What the open sheet is for. */
interface Sheet {
  readonly id: string | undefined
  readonly fields: FaultFields
}

/** Injected faults: forms to add and change one, those that there are, and what they have done. */
export function Faults() {
  const live = useAnswer<FaultsAnswer>(get, '/faults', { on: ['fault', 'reset', 'faults'] })
  const [saved, setSaved] = useState<string | undefined>(undefined)
  const [sheet, setSheet] = useState<Sheet | undefined>(undefined)
  const linked = linkedFields(route.value.query)
  const isLinked = Object.keys(linked).length > 0
  const open =
    sheet ?? (isLinked ? { id: undefined, fields: { ...NO_FIELDS, status: '503', ...linked } } : undefined)
  const add = (fields: FaultFields) => setSheet({ id: undefined, fields })
  const close = () => {
    setSheet(undefined)
    setQuery(NO_LINK)
  }
  return (
    <>
      <div class="stack">
        <Present>
          <AddCard onAdd={add} />
        </Present>
        <FaultList
          live={live}
          saved={saved}
          onEdit={(fault: FaultInfo) => setSheet({ id: fault.id, fields: fieldsOf(fault) })}
          onCopy={(fault: FaultInfo) => add(fieldsOf(fault))}
        />
      </div>
      {open !== undefined && (
        <Present>
          <FaultSheet
            {...open}
            onClose={close}
            onSaved={(id) => {
              close()
              setSaved(id)
              void live.reload()
            }}
          />
        </Present>
      )}
    </>
  )
}

function AddCard({ onAdd }: { readonly onAdd: (fields: FaultFields) => void }) {
  return (
    <Card
      title="Add a fault"
      aside={
        <Button kind="primary" onClick={() => onAdd(draft.value)}>
          Custom fault
        </Button>
      }
    >
      <div class="presets">
        {presets.map(([label, about, preset]) => (
          <Button key={label} onClick={() => onAdd({ ...NO_FIELDS, ...preset })}>
            <span class="preset">
              <b>{label}</b>
              <span>{about}</span>
            </span>
          </Button>
        ))}
      </div>
    </Card>
  )
}
