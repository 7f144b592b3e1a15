import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Present } from '../../components/present.js'
import { route } from '../../router.js'
import { UndoRedo } from '../history/undo.js'
import { CustomJump, Jumps, Running } from './controls.js'
import { Note } from './note.js'
import { forget, outcome } from './travel.js'
import { UpcomingEvents } from './upcoming-list.js'

/** The bar above every view: jumps of the clock, what they would cross, and what comes next. */
export function TimeBar() {
  return (
    <Present>
      <Bar />
    </Present>
  )
}

function Bar() {
  const { view } = route.value
  // The overview shows all of it, unless it was closed there.
  const [chosen, setChosen] = useState<boolean | undefined>(undefined)
  const isOpen = chosen ?? view === 'overview'
  const [isListed, setIsListed] = useState(false)
  useEffect(() => {
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || outcome.peek() === undefined || event.defaultPrevented) return
      if (document.querySelector('dialog[open]') === null) forget()
    }
    addEventListener('keydown', giveUp)
    return () => removeEventListener('keydown', giveUp)
  }, [])
  return (
    <section class={`time-bar${isOpen ? ' open' : ''}`} aria-label="Time">
      <div class="time-bar-line">
        <Jumps />
        <Button kind="quiet" small aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
          {isOpen ? 'Less' : 'More'}
        </Button>
        <UndoRedo />
        {!(isOpen && isListed) && <UpcomingEvents isListed={false} />}
      </div>
      {isOpen && (
        <div class="time-bar-panel">
          <CustomJump />
          <Running />
          <Button kind="quiet" small aria-expanded={isListed} onClick={() => setIsListed(!isListed)}>
            {isListed ? 'Hide the list' : 'All that comes next'}
          </Button>
          {isListed && <UpcomingEvents isListed />}
        </div>
      )}
      <Note />
    </section>
  )
}
