import { useId, useRef, useState } from 'preact/hooks'
import { Code } from '../../components/code.js'
import { EXAMPLES, type ExampleOf } from './examples.js'

const NAMES = Object.keys(EXAMPLES)

export function ExampleTabs({ of }: { readonly of: ExampleOf }) {
  const id = useId()
  const [open, setOpen] = useState(NAMES[0] ?? '')
  const list = useRef<HTMLDivElement>(null)
  const step = (by: number) => {
    const next = NAMES.at((NAMES.indexOf(open) + by) % NAMES.length) ?? open
    setOpen(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div class="stack">
      <div
        ref={list}
        class="tabs"
        role="tablist"
        aria-label="Ways to connect"
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') step(1)
          if (key === 'ArrowLeft') step(-1)
        }}
      >
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-tab={name}
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
            aria-selected={name === open}
            tabIndex={name === open ? 0 : -1}
            onClick={() => setOpen(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        <Code label={`For ${open}`} text={EXAMPLES[open]?.(of) ?? ''} />
      </div>
    </div>
  )
}
