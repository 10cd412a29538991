import type { MediaFiles } from '../module.ts'

/*
 * Cards are HTML that other people wrote. It is read into a document of its own, which runs no script and loads nothing,
 * and built anew from what is listed here. Pictures and sounds come from our own files only.
 */

const TAGS = new Set(
  'a abbr b bdi bdo big blockquote br center cite code dd del details dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr'.split(
    ' ',
  ),
)
/** Gone with what is in them. */
const GONE = new Set(
  'script style iframe frame object embed applet template noscript link meta base title head form input button textarea select option svg math canvas video'.split(
    ' ',
  ),
)
const STYLES = ['text-align', 'font-weight', 'font-style', 'text-decoration-line', 'direction', 'vertical-align']
const PICTURE_DATA = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]+$/i

/** Of a kept file by its id; one that is kept in this browser says its own (`blob:`). */
export const fileAddress = (file: string): string =>
  file.startsWith('blob:') ? file : `/api/files/${encodeURIComponent(file)}`

function named<T>(media: Readonly<Record<string, T>>, name: string): T | undefined {
  if (Object.hasOwn(media, name)) return media[name]
  try {
    const decoded = decodeURIComponent(name)
    return Object.hasOwn(media, decoded) ? media[decoded] : undefined
  } catch {
    return undefined // a lone % is no encoding
  }
}

/** A colour that says something; near-black and near-white would vanish in one of the themes. */
function isColour(value: string): boolean {
  const probe = document.createElement('span').style
  probe.color = value
  const parts = /^#([0-9a-f]{6})$/i.exec(value)
  const [red = 0, green = 0, blue = 0] = parts
    ? [0, 2, 4].map((at) => Number.parseInt((parts[1] as string).slice(at, at + 2), 16))
    : (/^rgba?\((\d+),\s*(\d+),\s*(\d+)/.exec(probe.color)?.slice(1).map(Number) ?? [])
  if (probe.color === '') return false
  const names = /^[a-z]+$/i.test(probe.color)
  return names
    ? !/^(?:black|white|gr[ae]y|silver|transparent|inherit|initial|currentcolor)$/i.test(probe.color)
    : Math.max(red, green, blue) - Math.min(red, green, blue) > 60
}

/** Names of classes, for the styling of note types. A card's box holds whatever they mean to the page. */
const classesOf = (from: HTMLElement) =>
  [...from.classList]
    .filter((name) => /^[\w-]{1,50}$/.test(name))
    .slice(0, 20)
    .join(' ')

function dress(from: HTMLElement, to: HTMLElement, isPasted: boolean): void {
  const classes = isPasted && !from.classList.contains('cloze') ? '' : classesOf(from)
  if (classes !== '') to.className = classes
  const direction = from.getAttribute('dir')
  if (direction === 'rtl' || direction === 'ltr' || direction === 'auto') to.dir = direction
  const language = from.getAttribute('lang')
  if (language && /^[a-z\d-]{2,35}$/i.test(language)) to.lang = language
  for (const name of STYLES) {
    const value = from.style.getPropertyValue(name)
    if (value && !/url|expression|var\(/i.test(value)) to.style.setProperty(name, value)
  }
  const colour = from.style.color || (from.tagName === 'FONT' ? (from.getAttribute('color') ?? '') : '')
  if (colour && isColour(colour)) to.style.color = colour
  for (const name of ['colspan', 'rowspan', 'start']) {
    const value = from.getAttribute(name)
    if (value && /^\d{1,3}$/.test(value)) to.setAttribute(name, value)
  }
}

function picture(from: HTMLElement, media: MediaFiles, document: Document): Node {
  const source = from.getAttribute('src') ?? ''
  const file = named(media, source)
  const isData = PICTURE_DATA.test(source)
  const said = from.getAttribute('alt') ?? ''
  if (!file && !isData) {
    const missing = document.createElement('span')
    missing.className = 'missing'
    missing.textContent = said || source.split(/[?#]/)[0]?.slice(0, 80) || '?'
    missing.dataset.src = source.slice(0, 2000)
    return missing
  }
  const image = document.createElement('img')
  image.src = file ? fileAddress(file.file) : source
  image.alt = said
  if (file) image.dataset.name = source
  for (const name of ['width', 'height'] as const) {
    const value = Number(from.getAttribute(name) ?? Number.NaN)
    if (value > 0 && value < 4000) image[name] = value
  }
  return image
}

/** A text with `[sound:…]` in it, the sounds as players. */
function withSounds(text: string, media: MediaFiles, keep: boolean, document: Document): Node[] {
  if (keep || !text.includes('[sound:')) return [document.createTextNode(text)]
  return text.split(/(\[sound:[^\]]+\])/).map((part) => {
    const name = /^\[sound:([^\]]+)\]$/.exec(part)?.[1]
    const file = name === undefined ? undefined : named(media, name)
    if (!file) return document.createTextNode(part)
    const player = document.createElement('audio')
    player.controls = true
    player.preload = 'none'
    player.src = fileAddress(file.file)
    player.setAttribute('aria-label', name ?? '')
    return player
  })
}

interface Making {
  /** Leaves sounds as the text that they are. */
  forEditing?: boolean
  /** From another page: its names of classes mean nothing here. */
  isPasted?: boolean
  /** The document that the nodes are made in: one that loads nothing when they are not to be shown. */
  into?: Document
}

/** The HTML as nodes that are safe to show. */
export function safeNodes(
  html: string,
  media: MediaFiles,
  { forEditing = false, isPasted = false, into: made = document }: Making = {},
): DocumentFragment {
  const inert = new DOMParser().parseFromString(html, 'text/html')
  const fragment = made.createDocumentFragment()

  const copy = (from: Node, into: Node) => {
    if (from.nodeType === Node.TEXT_NODE) {
      for (const node of withSounds(from.nodeValue ?? '', media, forEditing, made)) into.appendChild(node)
      return
    }
    if (!(from instanceof Element)) return
    const tag = from.localName
    if (tag === 'img') {
      into.appendChild(picture(from as HTMLElement, media, made))
      return
    }
    if (GONE.has(tag)) return
    let target = into
    if (TAGS.has(tag)) {
      const element = made.createElement(tag === 'center' ? 'div' : tag === 'a' ? 'span' : tag)
      dress(from as HTMLElement, element, isPasted)
      if (tag === 'center') element.style.textAlign = 'center'
      if (tag === 'hr' && from.id === 'answer') element.className = 'answer'
      if (!forEditing && from.id === 'image-occlusion-container') element.dataset.picture = ''
      target = tag === 'a' ? link(from, element, made) : element
      into.appendChild(target)
    }
    for (const child of from.childNodes) copy(child, target)
  }
  for (const child of inert.body.childNodes) copy(child, fragment)
  return fragment
}

/** A link opens apart and says where it leads. */
function link(from: Element, plain: HTMLElement, document: Document): HTMLElement {
  const address = from.getAttribute('href') ?? ''
  if (!URL.canParse(address)) return plain
  const { protocol, host, href } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return plain
  const anchor = document.createElement('a')
  anchor.href = href
  anchor.title = host
  anchor.target = '_blank'
  anchor.rel = 'noreferrer noopener nofollow'
  return anchor
}

/** What was edited, as the note keeps it: pictures by their names again. It is put together where nothing is loaded. */
export function htmlOf(root: HTMLElement): string {
  const inert = new DOMParser().parseFromString(root.innerHTML, 'text/html')
  const media: MediaFiles = {}
  for (const image of inert.querySelectorAll<HTMLElement>('img[data-name]')) {
    const name = image.dataset.name ?? ''
    media[name] = { file: name, mime: '' }
    image.setAttribute('src', name)
  }
  for (const missing of inert.querySelectorAll<HTMLElement>('.missing')) {
    const image = inert.createElement('img')
    image.setAttribute('src', missing.dataset.src ?? '')
    missing.replaceWith(image)
  }
  const box = inert.createElement('div')
  box.append(safeNodes(inert.body.innerHTML, media, { forEditing: true, into: inert }))
  for (const image of box.querySelectorAll('img')) {
    image.setAttribute('src', image.dataset.name ?? image.getAttribute('src') ?? '')
    image.removeAttribute('data-name')
    if (image.getAttribute('alt') === '') image.removeAttribute('alt')
  }
  for (const missing of box.querySelectorAll<HTMLElement>('.missing')) {
    const image = inert.createElement('img')
    image.setAttribute('src', missing.dataset.src ?? '')
    missing.replaceWith(image)
  }
  const html = box.innerHTML
  return /^(?:<br>|<div><br><\/div>|\s)*$/.test(html) ? '' : html
}
