/** px that a pointer may move while it is pressed, and still mean the place that it pressed. */
const STILL = 4

/**
 * Lets a press mean what was under the pointer when it began. New rows may move the list before the release:
 * a browser gives the click to what holds both places then, and nothing would open.
 */
export function keepPresses(): void {
  let began: PointerEvent | undefined
  const begin = (event: PointerEvent) => {
    began = event
  }
  const end = (click: MouseEvent) => {
    const pressed = began && movedAway(began, click)
    began = undefined
    if (pressed === undefined) return
    click.stopImmediatePropagation()
    click.preventDefault()
    pressed.dispatchEvent(new PointerEvent('click', click))
  }
  addEventListener('pointerdown', begin, true)
  addEventListener('click', end, true)
}

/** What was pressed, if it has moved from under a pointer that stayed; undefined: the click is right as it is. */
function movedAway(began: PointerEvent, click: MouseEvent): Node | undefined {
  const { target: pressed } = began
  const { target: clicked, isTrusted: isOfUser } = click
  const isStill = Math.hypot(click.clientX - began.clientX, click.clientY - began.clientY) <= STILL
  if (!isOfUser || !isStill || !(pressed instanceof Node) || !(clicked instanceof Node)) return undefined
  return clicked !== pressed && clicked.contains(pressed) ? pressed : undefined
}
