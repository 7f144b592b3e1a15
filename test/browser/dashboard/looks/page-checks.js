// Checks that run in the page: each gives what breaks its rule, as texts that name the place.

/** An element as a short text. */
const nameOf = (element) => {
  const classes = [...element.classList].map((name) => `.${name}`).join('')
  return `${element.localName}${classes} “${(element.textContent || element.ariaLabel || element.value || '').trim().slice(0, 40)}”`
}

/** What is looked at: the dialog that is open, or all of the page. */
const scope = () => document.querySelector('dialog[open]') ?? document.body

const isSeen = (element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
  element.closest('.unseen, svg, .time-notes .glance, .rows thead, .mark') === null &&
  getComputedStyle(element).clipPath === 'none'

const clips = (value) => value === 'hidden' || value === 'clip'
const scrolls = (value) => value === 'auto' || value === 'scroll'

/** Texts that are cut off at an edge, with no way to see the rest. */
globalThis.cutOff = () => {
  const found = []
  const walker = document.createTreeWalker(scope(), NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (node.data.trim() === '' || !isSeen(parent) || parent.closest('textarea, select') !== null) continue
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    const cutter = cutterOf(parent, text)
    if (cutter !== undefined) found.push(`${nameOf(parent)} is cut by ${cutter}`)
  }
  return found
}

/** What cuts a text off; undefined where all of it can be seen. */
function cutterOf(parent, text) {
  for (let box = parent; box !== null && box !== document.body; box = box.parentElement) {
    const style = getComputedStyle(box)
    const edge = box.getBoundingClientRect()
    const isWide = text.right > edge.right + 1.5 || text.left < edge.left - 1.5
    const isHigh = text.bottom > edge.bottom + 3 || text.top < edge.top - 3
    if (isWide && scrolls(style.overflowX)) return undefined
    if (isHigh && scrolls(style.overflowY)) return undefined
    const isCut = (isWide && clips(style.overflowX)) || (isHigh && clips(style.overflowY))
    if (isCut) return hasRest(box) ? undefined : nameOf(box)
    // What is above the page is cut by nothing below it.
    if (style.position === 'fixed' || box.localName === 'dialog') break
  }
  const window = document.documentElement
  return text.right > window.clientWidth + 1 || text.left < -1 ? 'the window' : undefined
}

/** Returns true if the whole of a text that is cut short is shown elsewhere: what opens it, a title, a button for more. */
const hasRest = (box) =>
  !matchMedia('print').matches &&
  (box.closest('a, button, tr.opens, .rows tr, [title]') !== null ||
    box.querySelector('[title]') !== null ||
    box.closest('.clamp')?.querySelector('button') != null)

/** Fields whose text or placeholder is wider than they are. */
globalThis.cutFields = () => {
  const canvas = document.createElement('canvas').getContext('2d')
  return [...scope().querySelectorAll('select, input:not([type=checkbox], [type=datetime-local])')]
    .filter(isSeen)
    .filter((field) => {
      const style = getComputedStyle(field)
      const text = field.localName === 'select' ? (field.selectedOptions[0]?.text ?? '') : field.placeholder
      canvas.font = style.font
      const arrow = field.localName === 'select' ? 20 : 0
      const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow
      return canvas.measureText(text).width > room + 1
    })
    .map((field) => `${nameOf(field)} ${field.placeholder ?? ''} ${field.clientWidth}px`)
}

/** What scrolls sideways. */
globalThis.sideways = () =>
  [document.documentElement, ...scope().querySelectorAll('*')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.checkVisibility())
    .filter((one) => one === document.documentElement || scrolls(getComputedStyle(one).overflowX))
    .filter((one) => one.localName !== 'input' && one.localName !== 'textarea')
    .map((one) => `${nameOf(one)} ${one.scrollWidth} > ${one.clientWidth}`)

/** Words that are broken into narrow columns: a text of fewer letters a line than this. */
const LETTERS_MIN = 5

globalThis.squeezed = () =>
  [...scope().querySelectorAll('*')]
    .filter(
      (one) =>
        isSeen(one) &&
        [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim().length > 12),
    )
    .filter((one) => {
      const style = getComputedStyle(one)
      const box = one.getBoundingClientRect()
      const size = parseFloat(style.fontSize)
      return box.height > 2.5 * size * 1.5 && box.width < LETTERS_MIN * size * 0.6 * 2
    })
    .map((one) => `${nameOf(one)} ${Math.round(one.getBoundingClientRect().width)}px wide`)

/** Where the focus is, if what has it cannot be seen there. */
globalThis.hiddenFocus = () => {
  const focused = document.activeElement
  // A heading gets the focus in passing, but is not a control.
  if (focused === null || focused === document.body || focused.tabIndex < 0) return undefined
  const box = focused.getBoundingClientRect()
  const [width, height] = [document.documentElement.clientWidth, innerHeight]
  const spots = []
  for (const x of [0.1, 0.5, 0.9])
    for (const y of [0.05, 0.5, 0.95]) spots.push([box.left + x * box.width, box.top + y * box.height])
  const seen = spots.filter(([x, y]) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return false
    const top = document.elementFromPoint(x, y)
    // Escape takes the note of a jump away.
    return (
      top !== null && (focused.contains(top) || top.contains(focused) || top.closest('.time-note') !== null)
    )
  })
  return seen.length > 0
    ? undefined
    : `${nameOf(focused)} at ${Math.round(box.left)},${Math.round(box.top)} ${Math.round(box.width)}x${Math.round(box.height)}`
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [role=slider]'

/** The way round with the Tab key: what is checked at each stop, and what was found. */
const round = { check: () => undefined, found: [], isBegun: false, isDone: false }

globalThis.startRound = (check) => {
  for (const one of document.querySelectorAll('[data-stop]')) delete one.dataset.stop
  Object.assign(round, { check, found: [], isBegun: false, isDone: false })
}

/** Marks and checks what the last press of Tab has reached; what was marked before ends the round. */
function visitStop() {
  const { activeElement: focused } = document
  if (round.isDone || focused === null || focused === document.body) return
  round.isDone = focused.dataset.stop !== undefined && !focused.matches('input[type=datetime-local]')
  focused.dataset.stop = ''
  if (!round.isDone) round.found.push(round.check())
}

// Each press looks at where the one before it has led.
const onTab = ({ key }) => {
  if (key !== 'Tab') return
  if (round.isBegun) visitStop()
  round.isBegun = true
}
addEventListener('keydown', onTab, { capture: true })

globalThis.isRound = () => round.isDone

globalThis.endRound = () => [...round.found.filter((one) => one !== undefined), ...neverFocused()]

/** Controls that are seen, are in the order of the keyboard, and never had the focus. */
const neverFocused = () =>
  [...scope().querySelectorAll(CONTROLS)]
    .filter(
      (one) =>
        isSeen(one) && one.tabIndex >= 0 && !one.matches(':disabled') && one.dataset.stop === undefined,
    )
    .map((one) => `${nameOf(one)} never had the focus`)

/** True if the focus is drawn around what has it, or around what holds it. */
globalThis.undrawnFocus = () => {
  const focused = document.activeElement
  if (focused === null || focused === document.body || focused.tabIndex < 0) return undefined
  for (let box = focused; box !== null && box !== document.body; box = box.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(box)
    if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) return undefined
  }
  return nameOf(focused)
}

/** Returns the background of an element: the colour of its first ancestor that has one. */
function groundOf(element) {
  for (let box = element; box !== null; box = box.parentElement) {
    const { backgroundColor } = getComputedStyle(box)
    if (!backgroundColor.endsWith(', 0)')) return backgroundColor
  }
  return 'rgb(255, 255, 255)'
}

/** Texts with the colour of their background. */
globalThis.invisibleTexts = () =>
  [...scope().querySelectorAll('*')]
    .filter(
      (one) =>
        isSeen(one) && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''),
    )
    .filter((one) => getComputedStyle(one).color === groundOf(one))
    .map(nameOf)

const CHOSEN = '[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]'

/** What is chosen and looks like what is not. */
globalThis.unmarkedChoices = () =>
  [...scope().querySelectorAll(CHOSEN)]
    .filter(isSeen)
    .filter((one) => {
      const others = [
        ...one.parentElement.parentElement.querySelectorAll(`${one.localName}, [role=${one.role}]`),
      ]
      const other = others.find(
        (sibling) =>
          sibling !== one &&
          isSeen(sibling) &&
          !sibling.matches(CHOSEN) &&
          sibling.className === one.className,
      )
      return other !== undefined && groundOf(other) === groundOf(one)
    })
    .map(nameOf)
