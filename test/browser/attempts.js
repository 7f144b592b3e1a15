/**
 * Runs in a page of another origin. Each function tries one way to send a request, and returns what the page sees of
 * the answer: `(url, body) => Promise<string>`. Without a body it only reads.
 */

const BLIND = 'nothing'

/** Returns what a page sees of an answer. */
async function seen(answer) {
  try {
    const response = await answer
    if (response.type === 'opaque' || response.type === 'opaqueredirect') return BLIND
    return `${response.status} ${await response.text()}`
  } catch (error) {
    if (error instanceof TypeError) return BLIND
    throw error
  }
}

/** Loads something with an element, and returns what the page knows afterwards. */
function loading(tag, fields) {
  return new Promise((done) => {
    const before = Object.keys(window).length
    const element = document.createElement(tag)
    const look = () => {
      const size = `${element.naturalWidth ?? 0}x${element.naturalHeight ?? 0}`
      const isBlind = Object.keys(window).length === before && size === '0x0'
      done(isBlind ? BLIND : `a ${size} ${tag} or a new global`)
    }
    element.onload = look
    element.onerror = look
    Object.assign(element, fields)
    document.head.append(element)
  })
}

/** Returns what a page sees of a frame with a foreign document. */
function lookInto(frame) {
  try {
    return frame.contentDocument === null ? BLIND : frame.contentDocument.documentElement.outerHTML
  } catch {
    return BLIND
  }
}

function framed(load) {
  return new Promise((done) => {
    const frame = document.createElement('iframe')
    frame.name = `frame${document.querySelectorAll('iframe').length}`
    document.body.append(frame)
    // Appending an empty frame already fires its load event.
    frame.onload = () => done(lookInto(frame))
    load(frame)
  })
}

function form(enctype) {
  return (url, body) =>
    framed((frame) => {
      const element = document.createElement('form')
      Object.assign(element, { method: 'post', action: url, enctype, target: frame.name })
      // text/plain joins name and value by "=": a body that has one of its own arrives as it is.
      const at = `${body}=`.indexOf('=')
      const field = document.createElement('input')
      Object.assign(field, { name: body.slice(0, at), value: body.slice(at + 1) })
      element.append(field)
      document.body.append(element)
      element.submit()
    })
}

/** Sends from a sandboxed frame, which has an opaque origin. */
function sandboxed(url, body) {
  return new Promise((done) => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    const init = body === undefined ? '{}' : JSON.stringify({ method: 'POST', body })
    frame.srcdoc = `<script>fetch(${JSON.stringify(url)}, ${init}).then((answer) => answer.text()).then(
      (text) => parent.postMessage(text, '*'), () => parent.postMessage(${JSON.stringify(BLIND)}, '*'))</${'script'}>`
    addEventListener('message', ({ data }) => done(data), { once: true })
    document.body.append(frame)
  })
}

function request(method, type) {
  return (url, body) =>
    new Promise((done) => {
      const xhr = new XMLHttpRequest()
      xhr.open(body === undefined ? 'GET' : method, url)
      if (type !== undefined) xhr.setRequestHeader('Content-Type', type)
      xhr.onload = () => done(`${xhr.status} ${xhr.responseText}`)
      xhr.onerror = () => done(BLIND)
      xhr.send(body)
    })
}

function events(url) {
  return new Promise((done) => {
    const source = new EventSource(url)
    source.onopen = () => done('an open stream')
    source.onmessage = ({ data }) => done(data)
    source.onerror = () => {
      source.close()
      done(BLIND)
    }
  })
}

const post =
  (mode, fields = {}) =>
  (url, body) =>
    seen(fetch(url, { method: 'POST', mode, body, ...fields }))
const json = { headers: { 'Content-Type': 'application/json' } }
const plain = { headers: { 'Content-Type': 'text/plain' } }

/** Ways to read. */
globalThis.readings = {
  'fetch, cors': (url) => seen(fetch(url)),
  'fetch, cors, with credentials': (url) => seen(fetch(url, { credentials: 'include' })),
  'fetch, no-cors': (url) => seen(fetch(url, { mode: 'no-cors' })),
  'fetch, same-origin': (url) => seen(fetch(url, { mode: 'same-origin' })),
  XMLHttpRequest: request('GET'),
  EventSource: events,
  'a script': (url) => loading('script', { src: url }),
  'a module': (url) => loading('script', { type: 'module', src: url }),
  'an image': (url) => loading('img', { src: url }),
  'a style sheet': (url) => loading('link', { rel: 'stylesheet', href: url }),
  'a frame': (url) => framed((frame) => Object.assign(frame, { src: url })),
  'a sandboxed frame': sandboxed,
}

/** Ways to send a body. */
globalThis.sendings = {
  'fetch, cors': post('cors'),
  'fetch, cors, as JSON': post('cors', json),
  'fetch, no-cors': post('no-cors'),
  'fetch, no-cors, as text': post('no-cors', plain),
  'fetch, no-cors, that outlives the page': post('no-cors', { keepalive: true }),
  'fetch, same-origin': post('same-origin'),
  'fetch, without a referrer': post('no-cors', { referrerPolicy: 'no-referrer' }),
  'fetch, PUT': post('cors', { method: 'PUT' }),
  'fetch, PATCH': post('cors', { method: 'PATCH' }),
  'fetch, DELETE': post('cors', { method: 'DELETE' }),
  XMLHttpRequest: request('POST'),
  'XMLHttpRequest, as JSON': request('POST', 'application/json'),
  'a form, as text': form('text/plain'),
  'a form': form('application/x-www-form-urlencoded'),
  'a form in parts': form('multipart/form-data'),
  'a sandboxed frame': sandboxed,
}
