import '../../ui/styles.css'
import { field } from '@atrium/contract/fields'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { z } from 'zod'
import { SchemaForm } from '../schema-form.tsx'
import { page } from '../test-page.tsx'
import { cleanedHtml } from './pasted-html.ts'
import { RichText } from './rich-text.tsx'

const Note = z.object({ text: field.richText({ label: 'Text', required: true }) })
const written = async (text?: string) => {
  const saved: { text: string }[] = []
  const screen = await page(
    <SchemaForm
      schema={Note}
      value={text === undefined ? {} : { text }}
      submit="Save"
      onSubmit={(one) => void saved.push(one)}
    />,
  )
  const box = screen.getByRole('textbox', { name: 'Text' })
  await expect.element(box).toBeVisible()
  const save = async () => {
    await screen.getByRole('button', { name: 'Save' }).click()
    return saved.at(-1)?.text
  }
  return { screen, box, save }
}

test('what is written by keys and tools is saved as Markdown', async () => {
  const { screen, box, save } = await written()
  await box.click()
  await screen.getByLabelText('Style of the paragraph').selectOptions('Heading 2')
  await userEvent.keyboard('Trip{Enter}Some {Control>}b{/Control}bold{Control>}b{/Control} words{Enter}')
  await screen.getByRole('button', { name: 'Bulleted list' }).click()
  await userEvent.keyboard('one{Enter}two{Enter}{Enter}')
  await screen.getByRole('button', { name: 'Link' }).click()
  await userEvent.keyboard('example.org{Enter}')
  await expect.poll(save).toBe('## Trip\n\nSome **bold** words\n\n- one\n- two\n\n[example.org](https://example.org)')
})

test('a text opens as it was written, is what it was where nothing is changed, and a table grows', async () => {
  const text =
    '# Title\n\nA *word*, ~~gone~~ and `code`.\n\n1. one\n2. two\n\n> said\n\n| a | b |\n| - | - |\n| 1 | 2 |'
  const { screen, box, save } = await written(text)
  await expect.element(box.getByRole('heading', { name: 'Title', level: 1 })).toBeVisible()
  expect(await save()).toBe(text)
  await box.getByText('2', { exact: true }).click()
  await screen.getByRole('button', { name: 'Add a row' }).click()
  expect(box.getByRole('row').elements()).toHaveLength(3)
  const saved = await save()
  expect(saved).toMatch(/\| a +\| b +\|/)
  expect(saved).toContain('A *word*, ~~gone~~ and `code`.')
})

test('what is missing stands at the text, and the tools are reached by keys', async () => {
  const { screen, box, save } = await written()
  await save()
  await expect.element(box).toHaveFocus()
  await expect.element(screen.getByText('A text is needed.')).toBeVisible()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(screen.getByRole('button', { name: 'Bold' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('button', { name: 'Italic' })).toHaveFocus()
})

test('a link is to the web or to mail; a script is none', async () => {
  const { screen, box, save } = await written('word')
  await box.click()
  await userEvent.keyboard('{Control>}a{/Control}')
  await screen.getByRole('button', { name: 'Link' }).click()
  await userEvent.keyboard('javascript:alert(1){Enter}')
  await expect.element(screen.getByText('A link leads to a web address or an e-mail address.')).toBeVisible()
  await userEvent.keyboard('{Control>}a{/Control}ada@example.org{Enter}')
  await expect.poll(save).toBe('[word](mailto:ada@example.org)')
})

const pasted = (html: string, box: Element) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
}

// As the programs give it: shortened, their names and styles as they are.
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
<!--StartFragment--><h1>Report<o:p></o:p></h1><p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b> text<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>one</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span>under one</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>two</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>first</p>
<table class=MsoTableGrid><tr><td><p class=MsoNormal>a</p></td><td><p class=MsoNormal>b</p></td></tr></table><!--EndFragment--></body></html>`
const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-size:16pt">Plan</span></h2><p dir="ltr"><span style="font-weight:400">plain </span><span style="font-weight:700">bold</span><span style="font-style:italic"> slanted</span></p><ul><li dir="ltr"><p role="presentation"><span>one</span></p></li></ul></b><br class="Apple-interchange-newline">`

test.each([
  ['Word', word, /^# Report\n\n\*\*Bold\*\* text\n\n- one\n {2,4}- under one\n- two\n\n1\. first\s+\| a +\| b +\|/],
  ['Google Docs', docs, /^## Plan\n\nplain \*\*bold\*\* \*slanted\*\n\n- one$/],
  [
    'a page with scripts, pictures from elsewhere and forms',
    `<script>alert(1)</script><p onclick="x()">Text <a href="javascript:x()">bad</a> <a href="https://example.org/">good</a></p>
     <img src="https://tracker.example/x.png" alt="A boat" onerror="x()"><iframe src="https://example.org"></iframe><input value="y"><svg onload="x()"></svg>`,
    /^Text bad \[good\]\(https:\/\/example\.org\/\)\s+A boat$/,
  ],
])('a paste from %s is brought to what a text may hold', async (_, html, markdown) => {
  const fetched = vi.spyOn(window, 'fetch')
  const { box, save } = await written()
  await box.click()
  pasted(html, box.element())
  await expect.poll(save).toMatch(markdown)
  expect(fetched.mock.calls.filter(([address]) => String(address).includes('example'))).toEqual([])
})

test('cleaning leaves no style, no class and nothing that runs', () => {
  const clean = cleanedHtml(
    `${word}<p style="color:red" class="x">a<object data="x"></object><math><mi>y</mi></math></p>`,
  )
  expect(clean).not.toMatch(/style|class|Mso|object|math|script|<!--/i)
})

test('a text is shown without HTML, without what a script could be called by, and with files of ours alone', async () => {
  const screen = await page(
    <RichText
      text={
        '# T\n\n<img src=x onerror="alert(1)"><script>alert(2)</script>\n\n[a](javascript:alert(3)) [b](https://example.org)\n\n' +
        '![boat](file:01-a) ![far](https://tracker.example/x.png) ![data](data:image/svg+xml;base64,AAAA)\n\n| a |\n| - |\n| 1 |'
      }
    />,
  )
  await expect.element(screen.getByRole('heading', { name: 'T' })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'boat' })).toHaveAttribute('src', '/api/files/01-a')
  expect([...document.querySelectorAll('img')].map((one) => one.getAttribute('src'))).toEqual(['/api/files/01-a'])
  expect([...document.querySelectorAll('a')].map((one) => one.getAttribute('href'))).toEqual(['https://example.org'])
  expect(document.querySelector('.rich-text script')).toBeNull()
  await expect.element(screen.getByRole('table')).toBeVisible()
})
