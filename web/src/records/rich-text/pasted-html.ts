// What word processors put on the clipboard, brought to plain HTML; the editor's schema then takes what it knows of it. Nothing is
// fetched and nothing runs: the document that it is parsed into is never part of a page.

const DROPPED = 'script,style,meta,link,title,head,xml,object,iframe,svg,math,form,input,button,template,noscript'

/** Word's list paragraphs say their list and depth in a style: `mso-list:l0 level2 lfo1`. */
const wordLevel = (element: Element): { of: string; level: number } | null => {
  const [, of, level] = /mso-list:\s*l(\d+)\s+level(\d{1,2})/i.exec(element.getAttribute('style') ?? '') ?? []
  return of === undefined ? null : { of, level: Math.min(9, Number(level)) }
}

/** The sign that Word draws before a list's line: `·` or `1.`. */
const isNumbered = (mark: string) => /^\s*(?:\d{1,4}|[a-z]{1,4}|[ivxlc]{1,6})[.)]/i.test(mark)

export function cleanedHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  // Word's conditional comments hold its marks in browsers other than its own.
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const comment of comments) comment.parentNode?.removeChild(comment)
  wordLists(page)
  for (const one of page.querySelectorAll(DROPPED)) one.remove()
  // Pictures that are not ours would be fetched from elsewhere, and tell that they were.
  for (const picture of page.querySelectorAll('img:not([data-file])')) {
    const said = picture.getAttribute('alt')?.trim()
    picture.replaceWith(said ? page.createTextNode(said) : '')
  }
  // Google Docs wraps all in a bold that is none.
  for (const wrap of page.querySelectorAll('b,strong'))
    if (
      /(?:^|[;\s])font-weight:\s*(?:normal|400)/i.test(wrap.getAttribute('style') ?? '') ||
      wrap.id.startsWith('docs-internal-guid')
    )
      wrap.replaceWith(...wrap.childNodes)
  for (const span of page.querySelectorAll('span[style]')) marked(page, span)
  // A table of Markdown has a head.
  for (const table of page.querySelectorAll('table'))
    if (!table.querySelector('th')) for (const cell of [...(table.rows[0]?.cells ?? [])]) asHead(page, cell)
  // Word's empty paragraphs and Google's breaks between blocks.
  for (const one of page.querySelectorAll('o\\:p')) one.replaceWith(...one.childNodes)
  for (const one of page.querySelectorAll('br.Apple-interchange-newline,body > br')) one.remove()
  for (const one of page.querySelectorAll('p'))
    if ((one.textContent ?? '').replace(/\u00a0/g, ' ').trim() === '' && !one.querySelector('img')) one.remove()
  for (const one of page.querySelectorAll('[style],[class]')) {
    one.removeAttribute('style')
    one.removeAttribute('class')
  }
  return page.body.innerHTML
}

function asHead(page: Document, cell: Element) {
  const head = page.createElement('th')
  head.append(...cell.childNodes)
  cell.replaceWith(head)
}

/** Google Docs says bold and italic in styles. */
function marked(page: Document, span: Element) {
  const style = span.getAttribute('style') ?? ''
  const names = [
    /font-weight:\s*(?:bold|[6-9]00)/i.test(style) && 'strong',
    /font-style:\s*italic/i.test(style) && 'em',
    /text-decoration[^;]*line-through/i.test(style) && 's',
  ].filter((name) => name !== false)
  let inner: Element = span
  for (const name of names) {
    const mark = page.createElement(name)
    mark.append(...inner.childNodes)
    inner.append(mark)
    inner = mark
  }
}

/** Paragraphs of Word that look like a list become one. */
function wordLists(page: Document) {
  let open: { list: Element; level: number }[] = []
  let last: Element | null = null
  let lastOf = ''
  for (const line of [...page.querySelectorAll('p,h1,h2,h3,h4,h5,h6')]) {
    const place = wordLevel(line)
    if (place === null) continue
    const { of, level } = place
    const mark = line.querySelector('[style*="mso-list:Ignore" i],[style*="mso-list: Ignore" i]')
    const kind = isNumbered(mark?.textContent ?? line.textContent ?? '') ? 'ol' : 'ul'
    mark?.remove()
    if (!last || of !== lastOf || last !== previous(line)) open = []
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = page.createElement(kind)
      const above = open.at(-1)?.list.lastElementChild
      if (above) above.append(list)
      else line.before(list)
      open.push({ list, level })
    }
    const item = page.createElement('li')
    const text = page.createElement('p')
    text.append(...line.childNodes)
    if (text.firstChild?.nodeType === Node.TEXT_NODE)
      text.firstChild.nodeValue = text.firstChild.nodeValue?.trimStart() ?? ''
    item.append(text)
    open.at(-1)?.list.append(item)
    line.remove()
    last = open[0]?.list ?? null
    lastOf = of
  }
}

/** The element before, with nothing but blanks between. */
function previous(element: Element): Element | null {
  for (let node = element.previousSibling; node; node = node.previousSibling) {
    if (node.nodeType === Node.ELEMENT_NODE) return node as Element
    if ((node.nodeValue ?? '').trim() !== '') return null
  }
  return null
}
