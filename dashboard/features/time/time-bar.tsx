import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Present } from '../../components/present.js'
import { ActiveFaults } from '../faults/active-faults.js'
import { FaultLine } from '../faults/fault-line.js'
import { UndoRedo } from '../history/undo.js'
import { CustomJump, Freeze, Jumps, Speed } from './controls.js'
import { Note } from './note.js'
import { forget, outcome } from './travel.js'
import { UpcomingEvents } from './upcoming-list.js'

/** The bar above every view: jumps of the clock, what they would cross, what comes next, and a fault in one line. */
export function TimeBar() {
  return (
    <Present>
      <Bar />
    </Present>
  )
}

function Bar() {
  const [isOpen, setIsOpen] = useState(false)
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
        <Freeze />
        <Button kind="quiet" small aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Less' : 'More'}
        </Button>
        <UndoRedo />
      </div>
      <div class="time-bar-line">
        <ActiveFaults />
        <FaultLine />
        {!(isOpen && isListed) && <UpcomingEvents isListed={false} />}
      </div>
      {isOpen && (
        <div class="time-bar-panel">
          <CustomJump />
          <Speed />
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
