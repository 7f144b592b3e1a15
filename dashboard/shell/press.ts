/** How far the pointer may move during a click, in px. */
const STILL = 4

/**
 * Makes sure that a click hits its target even if the list moves between press and release. Browsers would click the
 * common ancestor instead, and nothing would open.
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

/** The element to click instead, or undefined if the click was fine. */
function movedAway(began: PointerEvent, click: MouseEvent): Node | undefined {
  const { target: pressed } = began
  const { target: clicked, isTrusted: isOfUser } = click
  const isStill = Math.hypot(click.clientX - began.clientX, click.clientY - began.clientY) <= STILL
  if (!isOfUser || !isStill || !(pressed instanceof Node) || !(clicked instanceof Node)) return undefined
  return clicked !== pressed && clicked.contains(pressed) ? pressed : undefined
}
