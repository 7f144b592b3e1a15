import { render } from 'preact'
import { App } from './app.js'
import { followClock } from './clock.js'
import { followFailures } from './features/failures/failures.js'
import { followFaults } from './features/faults/known-faults.js'
import { followRecent } from './features/recent/recent-requests.js'
import { followMoves } from './features/time/travel.js'
import { followWorldData } from './features/world-data.js'
import { keepFocus } from './focus.js'
import { follow } from './live.js'
import { followPoint } from './past.js'
import { keepScroll } from './scroll.js'
import { keepPresses } from './shell/press.js'

const place = document.getElementById('app')
if (place !== null) {
  place.replaceChildren()
  keepScroll()
  keepFocus()
  keepPresses()
  followPoint()
  followClock()
  followFaults()
  followMoves()
  followRecent()
  followWorldData()
  followFailures()
  void follow()
  render(<App />, place)
}
