import { useState } from 'preact/hooks'
import { getText } from '../../api.js'
import { now } from '../../clock.js'
import { Action, Button } from '../../components/button.js'
import { Copy } from '../../components/copy.js'
import { SelectField } from '../../components/field.js'
import { Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { Instant } from '../../components/time.js'
import { count } from '../../lib/format.js'
import { visibleLines } from '../../lib/visible-text.js'
import { useLive } from '../../live.js'
import { saveFile } from '../../save-file.js'

const WHAT = [
  ['/state', 'the present state'],
  ['/seed', 'the seed that a reset goes back to'],
] as const

const FORMATS = [
  ['yaml', 'YAML'],
  ['json', 'JSON'],
] as const

/** Characters of the text that are asked for and shown: the whole of a large state would keep the application waiting. */
const PREVIEW = 20_000

/** The state, or the seed, as text to keep: saved as a whole, looked at by its beginning. */
export function ExportCard({ changes }: { readonly changes: number }) {
  const [path, setPath] = useState<string>('/state')
  const [format, setFormat] = useState('yaml')
  const [isShown, setIsShown] = useState(false)
  const save = async () => {
    const text = await getText(path, { format })
    saveFile(`${path.slice(1)}.${format}`, `application/${format}`, text)
  }
  return (
    <Card title="Export">
      <div class="stack">
        <div class="toolbar">
          <SelectField label="What" options={WHAT} value={path} onValue={setPath} />
          <SelectField label="Format" options={FORMATS} value={format} onValue={setFormat} />
          <Action run={save}>Save as a file</Action>
          <Button aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </Button>
        </div>
        {isShown && <Preview path={path} format={format} changes={changes} />}
      </div>
    </Card>
  )
}

interface PreviewProps {
  readonly path: string
  readonly format: string
  readonly changes: number
}

/** The beginning of the text. It stays as it was read: a text that changes while it is looked at cannot be read. */
function Preview({ path, format, changes }: PreviewProps) {
  const live = useLive(
    async () => ({ text: await getText(path, { format, preview: PREVIEW }), at: now.value }),
    `${path} ${format} ${changes}`,
    ['reset'],
  )
  return (
    <div class="export">
      <Loaded of={live}>
        {({ text, at }) => (
          <figure class="code">
            <figcaption>
              <span>
                As of <Instant ms={at} />
              </span>
              <span class="row">
                <Button small kind="quiet" onClick={live.reload}>
                  Refresh
                </Button>
                {text.length < PREVIEW && <Copy text={() => text} of={`all of it as ${format}`} />}
              </span>
            </figcaption>
            {/* Scrolled by keyboard too. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
            <section tabIndex={0} aria-label="Exported text">
              <pre>{visibleLines(text)}</pre>
            </section>
            {text.length >= PREVIEW && (
              <p class="hint inset">The first {count(PREVIEW)} characters. Save takes it whole.</p>
            )}
          </figure>
        )}
      </Loaded>
    </div>
  )
}
