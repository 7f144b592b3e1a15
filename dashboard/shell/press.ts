/** px that a pointer may move while it is pressed, and still mean the place that it pressed. */
const STILL = 4

/**
 * Lets a press mean what was under the pointer when it began. New rows may move the list before the release:
 * a browser gives the click to what holds both places then, and nothing would open.
 */
export function keepPresses(): void {
  let pressed: PointerEvent | undefined
  addEventListener(
    'pointerdown',
    (event) => {
      pressed = event
    },
    { capture: true },
  )
  addEventListener(
    'click',
    (event) => {
      const began = pressed
      pressed = undefined
      const [target, common] = [began?.target, event.target]
      if (began === undefined || !event.isTrusted || !(target instanceof Node) || !(common instanceof Node))
        return
      const moved = Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY)
      if (target === common || !common.contains(target) || moved > STILL) return
      event.stopImmediatePropagation()
      event.preventDefault()
      target.dispatchEvent(new PointerEvent('click', event))
    },
    { capture: true },
  )
}
