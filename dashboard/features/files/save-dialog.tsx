import { useState } from 'preact/hooks'
import { getText, run } from '../../api.js'
import { now } from '../../clock.js'
import { Button, useAction } from '../../components/button.js'
import { Copy } from '../../components/copy.js'
import { Dialog } from '../../components/dialog.js'
import { SelectField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { askedFilter, filterOf, isFiltered } from '../../lib/request-filter.js'
import { route } from '../../router.js'

const WHAT = {
  state: { path: '/state', label: 'State', about: 'as it is now, as a seed' },
  seed: { path: '/seed', label: 'Seed', about: 'what a reset goes back to' },
  bundle: { path: '/bundle', label: 'Bundle', about: 'the run so far, to replay' },
  requests: { path: '/requests.har', label: 'Requests', about: 'as a HAR file' },
} as const

type What = keyof typeof WHAT

const WHATS = ['state', 'seed', 'bundle', 'requests'] as const satisfies readonly What[]

const FORMATS = [
  ['yaml', 'YAML'],
  ['json', 'JSON'],
] as const

export function SaveDialog({ onClose }: { readonly onClose: () => void }) {
  const { view, query } = route.value
  const [what, setWhat] = useState<What>('state')
  const [format, setFormat] = useState('yaml')
  const hasFormat = what === 'state' || what === 'seed'
  const filter = what === 'requests' && view === 'activity' ? askedFilter(filterOf(query), now.peek()) : {}
  const load = () => (hasFormat ? getText(WHAT[what].path, { format }) : run.getText(WHAT[what].path, filter))
  const { isBusy, error, start } = useAction(async () => {
    const text = await load()
    saveFile(
      nameOf(what, format),
      hasFormat && format === 'yaml' ? 'application/yaml' : 'application/json',
      text,
    )
    onClose()
  })
  return (
    <Dialog title="Save" onClose={onClose}>
      <Form class="stack" isOfRun onSubmit={start}>
        <fieldset class="presets">
          <legend class="unseen">What to save</legend>
          {WHATS.map((one) => (
            <Button key={one} aria-pressed={one === what} onClick={() => setWhat(one)}>
              <span class="preset">
                <b>{WHAT[one].label}</b>
                <span>{WHAT[one].about}</span>
              </span>
            </Button>
          ))}
        </fieldset>
        {isFiltered(filter) && <p class="hint">Only those that match the filters</p>}
        {hasFormat && <SelectField label="Format" options={FORMATS} value={format} onValue={setFormat} />}
        <InlineError error={error} />
        <div class="form-end">
          <Copy key={`${what} ${format}`} text={load} of={`${WHAT[what].label} ${WHAT[what].about}`} />
          <Button type="submit" kind="primary" aria-busy={isBusy}>
            Save file
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

function nameOf(what: What, format: string): string {
  if (what === 'state' || what === 'seed') return `${what}.${format}`
  const instant = new Date(now.value).toISOString().slice(0, 19).replaceAll(':', '')
  return what === 'bundle' ? `run-${instant}.tristore.json` : `requests-${instant}.har`
}

/** Saves through a blob, because a link to the emulator wouldn't send the token. */
function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
