import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { useModal } from '../../components/dialog.js'
import { Icon } from '../../components/icon.js'
import { InlineError } from '../../components/notice.js'
import { shortText } from '../../components/short-text.js'
import { counted } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { closeDialog } from '../dialogs.js'
import { say } from '../said.js'
import type { Choice } from './commands.js'
import { choicesHere, choicesThere, type Group, narrowed } from './find.js'

/** Real ms to wait after the last key. */
const REST_MS = 120

/** The page's own choices come at once, and the emulator's once they're loaded. */
function useChoices(text: string): { readonly groups: readonly Group[]; readonly error: unknown } {
  const {
    data = [],
    isFormer,
    error,
  } = useLive(
    'the palette',
    async (signal) => {
      await new Promise((resolve) => setTimeout(resolve, text === '' ? 0 : REST_MS))
      signal.throwIfAborted()
      return choicesThere(text, signal)
    },
    { query: text, on: [] },
  )
  // Filter the previous response until the new one arrives.
  const there = isFormer ? data.map((group) => narrowed(group, text)) : data
  const groups = [...choicesHere(text), ...there].filter(({ choices }) => choices.length > 0)
  return { groups, error }
}

export function PaletteDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [asked, setAsked] = useState<Choice | undefined>(undefined)
  const { groups, error } = useChoices(text)
  useModal(dialog)
  const all = groups.flatMap(({ choices }) => choices)
  const chosen = all[Math.min(active, all.length - 1)]
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen?.title])
  const type = (typed: string) => {
    setText(typed)
    setActive(0)
    setAsked(undefined)
  }
  const take = (choice: Choice) => {
    if (choice.isGrave === true && asked?.title !== choice.title) setAsked(choice)
    else void carryOut(choice)
  }
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAsked(undefined)
      setActive(Math.max(0, Math.min(all.length - 1, Math.min(active, all.length - 1) + step)))
    } else if (event.key === 'Enter' && chosen !== undefined && !event.isComposing) {
      event.preventDefault()
      take(chosen)
    }
  }
  const optionId = (choice: Choice) => `${id}-${all.indexOf(choice)}`
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label="Find or run"
      onCancel={(event) => {
        event.preventDefault()
        closeDialog()
      }}
    >
      <div class="palette-field row tight">
        <input
          class="grow"
          type="text"
          role="combobox"
          aria-label="Find or run"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          {...(chosen === undefined ? {} : { 'aria-activedescendant': optionId(chosen) })}
          placeholder="Views, keys, +1 day"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
        />
        <Button kind="quiet" aria-label="Close" onClick={closeDialog}>
          <Icon of="close" />
        </Button>
      </div>
      <InlineError error={error} />
      <div role="listbox" id={`${id}-list`} aria-label="Results" class="palette-list">
        {groups.map(({ title, choices }) => (
          // A listbox can't contain a fieldset.
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
            <div id={`${id}-${title}`} class="palette-title">
              {title}
            </div>
            {choices.map((choice) => (
              <Option
                key={choice.title}
                id={optionId(choice)}
                choice={choice}
                isChosen={choice === chosen}
                isAsked={asked?.title === choice.title}
                onTake={() => take(choice)}
              />
            ))}
          </div>
        ))}
      </div>
      <p class="unseen" role="status">
        {asked === undefined ? counted(all.length, 'result') : `Press Enter again to confirm: ${asked.title}`}
      </p>
      {all.length === 0 && <p class="hint">No results</p>}
    </dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly choice: Choice
  readonly isChosen: boolean
  readonly isAsked: boolean
  readonly onTake: () => void
}

function Option({ id, choice, isChosen, isAsked, onTake }: OptionProps) {
  return (
    // The text field handles the keys, and tells screen readers which option is active.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div role="option" id={id} class="palette-option" aria-selected={isChosen} onClick={onTake}>
      <span class="text">{shortText(choice.title)}</span>
      <span class="hint">{isAsked ? 'Press Enter again to confirm' : choice.hint}</span>
    </div>
  )
}

async function carryOut({ title, href, act }: Choice): Promise<void> {
  closeDialog()
  if (href !== undefined) location.assign(href)
  if (act === undefined) return
  try {
    const outcome = await act()
    if (outcome !== undefined) say(outcome)
  } catch (error) {
    say({ text: title, error })
  }
}
