import { Dialog } from '../../components/dialog.js'
import { CheckField } from '../../components/field.js'
import { closeDialog } from '../dialogs.js'
import { hasLetterKeys, pageShortcuts, type Shortcut, setLetterKeys, viewShortcuts } from './shortcuts.js'

/** Keys that parts of the page have by themselves. */
const ELSEWHERE: readonly (readonly [where: string, keys: string, title: string])[] = [
  ['Lists of requests', 'j k ↑ ↓', 'From row to row'],
  ['Lists of requests', 'Enter', 'Open the row'],
  ['Anywhere', 'Esc', 'Close what is open'],
]

/** All keys of the page. */
export function KeyList() {
  return (
    <Dialog title="Keys" onClose={closeDialog}>
      <div class="stack">
        <table class="keys">
          <tbody>
            <tr>
              <th scope="row">
                <kbd>Ctrl</kbd> <kbd>K</kbd>
              </th>
              <td>Find or do anything</td>
            </tr>
            {[...pageShortcuts, ...viewShortcuts].map((shortcut) => (
              <Row key={shortcut.title} shortcut={shortcut} />
            ))}
            {ELSEWHERE.map(([where, keys, title]) => (
              <tr key={title}>
                <th scope="row">
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </th>
                <td>
                  {title} <span class="hint">{where}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <CheckField
          label="Keys of one letter do something"
          checked={hasLetterKeys.value}
          onValue={setLetterKeys}
        />
        <p class="hint">No letter does anything while you type in a field.</p>
      </div>
    </Dialog>
  )
}

function Row({ shortcut: { keys, title } }: { readonly shortcut: Shortcut }) {
  return (
    <tr>
      <th scope="row">
        {keys.map((key, index) => (
          <span key={key}>
            {index > 0 && <span class="hint"> then </span>}
            <kbd>{key}</kbd>
          </span>
        ))}
      </th>
      <td>{title}</td>
    </tr>
  )
}
