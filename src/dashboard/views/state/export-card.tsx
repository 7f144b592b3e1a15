import { useState } from 'preact/hooks'
import { getText } from '../../api.js'
import { now } from '../../clock.js'
import { Action, Button } from '../../components/button.js'
import { Copy } from '../../components/copy.js'
import { SelectField } from '../../components/field.js'
import { Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { Instant } from '../../components/time.js'
import { bytes, count } from '../../lib/format.js'
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

/** Characters of the text that are shown; saving and copying take it whole. */
const CHARACTERS_SHOWN = 20_000

/** The state, or the seed, as text to keep. */
export function ExportCard({ changes }: { readonly changes: number }) {
  const [path, setPath] = useState<string>('/state')
  const [format, setFormat] = useState('yaml')
  const live = useLive(
    async () => ({ text: await getText(path, { format }), at: now.value }),
    `${path} ${format} ${changes}`,
    ['reset'],
  )
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
          <Button onClick={live.reload}>Read it again</Button>
        </div>
        <div class="export">
          <Loaded of={live}>{({ text, at }) => <Text text={text} at={at} format={format} />}</Loaded>
        </div>
      </div>
    </Card>
  )
}

interface TextProps {
  readonly text: string
  readonly at: number
  readonly format: string
}

function Text({ text, at, format }: TextProps) {
  const isLong = text.length > CHARACTERS_SHOWN
  const visible = isLong ? text.slice(0, text.lastIndexOf('\n', CHARACTERS_SHOWN)) : text
  return (
    <figure class="code">
      <figcaption>
        <span>
          As of <Instant ms={at} />, {bytes(new Blob([text]).size)}
        </span>
        <Copy text={() => text} of={`all of it as ${format}`} />
      </figcaption>
      {/* Scrolled by keyboard too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
      <section tabIndex={0} aria-label="Exported text">
        <pre>{visible}</pre>
      </section>
      {isLong && (
        <p class="hint inset">
          The first {count(visible.length)} of {count(text.length)} characters. Copy and Save take it whole.
        </p>
      )}
    </figure>
  )
}
