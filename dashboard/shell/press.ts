/** px that the pointer may move during a press. */
const STILL = 4

/**
 * A list may move under the pointer between press and release. Browsers then click the common ancestor, and nothing
 * opens: click what was pressed instead.
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

/** Returns undefined if the click is right as it is. */
function movedAway(began: PointerEvent, click: MouseEvent): Node | undefined {
  const { target: pressed } = began
  const { target: clicked, isTrusted: isOfUser } = click
  const isStill = Math.hypot(click.clientX - began.clientX, click.clientY - began.clientY) <= STILL
  if (!isOfUser || !isStill || !(pressed instanceof Node) || !(clicked instanceof Node)) return undefined
  return clicked !== pressed && clicked.contains(pressed) ? pressed : undefined
}
