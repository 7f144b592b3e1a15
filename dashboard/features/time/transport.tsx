import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Icon } from '../../components/icon.js'
import { lazy } from '../../components/lazy.js'
import { UndoRedo } from '../history/undo.js'
import { Freeze, Jumps } from './controls.js'
import { forget, outcome } from './travel.js'

const TimePanel = lazy(async () => (await import('../../later.js')).TimePanel)

/** On a phone, the panel is also where the jumps are. */
export const isTimeOpen = signal(false)

export function Transport() {
  useEffect(() => {
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('dialog[open]') !== null) return
      if (outcome.peek() !== undefined) forget()
      else isTimeOpen.value = false
    }
    addEventListener('keydown', giveUp)
    return () => removeEventListener('keydown', giveUp)
  }, [])
  const isOpen = isTimeOpen.value
  return (
    <section class={`transport${isOpen ? ' open' : ''}`} aria-label="Time">
      <div class="joined">
        <Freeze />
        <Jumps />
        <Button
          small
          aria-label={isOpen ? 'Less' : 'More'}
          aria-expanded={isOpen}
          title="Other times, speed and upcoming events"
          onClick={() => {
            isTimeOpen.value = !isOpen
          }}
        >
          <Icon of="more" />
        </Button>
      </div>
      <UndoRedo />
      {isOpen && <TimePanel />}
    </section>
  )
}
