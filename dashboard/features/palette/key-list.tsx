import { Dialog } from '../../components/dialog.js'
import { CheckField } from '../../components/field.js'
import { closeDialog } from '../dialogs.js'
import { hasLetterKeys, pageShortcuts, setLetterKeys, viewShortcuts } from './shortcuts.js'

const ROWS: readonly (readonly [keys: readonly string[], title: string, where?: string])[] = [
  [['Ctrl', 'K'], 'Find or run anything'],
  ...[...pageShortcuts, ...viewShortcuts].map(({ keys, title }) => [keys, title] as const),
  [['j', 'k', '↑', '↓'], 'Move between rows', 'Request list'],
  [['Enter'], 'Open row', 'Request list'],
  [['Esc'], 'Close panel or dialog'],
]

export function KeyList() {
  return (
    <Dialog title="Keyboard shortcuts" onClose={closeDialog}>
      <div class="stack">
        <table class="keys">
          <tbody>
            {ROWS.map(([keys, title, where]) => (
              <tr key={title}>
                <th scope="row">
                  {keys.map((key, index) => (
                    <span key={key}>
                      {keys[0] === 'g' && index > 0 && <span class="hint"> then </span>}
                      <kbd>{key}</kbd>{' '}
                    </span>
                  ))}
                </th>
                <td>
                  {title} {where !== undefined && <span class="hint">{where}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <CheckField label="Single-letter shortcuts" checked={hasLetterKeys.value} onValue={setLetterKeys} />
        <p class="hint">They're off while you type in a field.</p>
      </div>
    </Dialog>
  )
}
