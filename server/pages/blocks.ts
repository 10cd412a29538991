import { PICTURES } from '@atrium/contract/file-kinds'
import type { PageBlock, PageCell, PageContent, PageFile } from '@atrium/contract/page-content'
import { type Html, html, safeAddress } from './html.ts'
import { momentMarkup } from './moments.ts'
import type { Say } from './texts.ts'

/** What blocks need of the page around them. */
export interface Around {
  /** `/p/summer-reading` */
  path: string
  /** What part of the page this is: its files are looked for there. */
  after: string | undefined
  language: string
  say: Say
  form: (block: Extract<PageBlock, { kind: 'form' }>) => Html
}

const isPicture = ({ mime }: PageFile) => (PICTURES as readonly string[]).includes(mime)

/** The files that a page names: no other is in its visitors' reach. */
export function filesIn({ blocks }: PageContent): PageFile[] {
  const ofCell = ({ files = [] }: PageCell) => files
  return blocks.flatMap((block) => {
    if (block.kind === 'files') return block.files
    if (block.kind === 'table') return block.rows.flatMap((row) => row.flatMap(ofCell))
    if (block.kind === 'folds') return block.items.flatMap(({ title, text }) => [...ofCell(title), ...ofCell(text)])
    return []
  })
}

function fileMarkup(file: PageFile, { path, after }: Around): Html {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
  const url = `${path}/files/${encodeURIComponent(file.id)}${query}`
  return isPicture(file)
    ? html`<a href="${url}"><img src="${url}" alt="${file.name}" loading="lazy"></a>`
    : html`<a class="button" href="${url}" dir="auto">${file.name}</a>`
}

function cellMarkup({ text, url, files = [] }: PageCell, around: Around): Html {
  const address = url === undefined ? null : safeAddress(url)
  // Whoever follows it leaves the page: its host is what is shown, and nothing is told of where they came from.
  const words = address
    ? html`<a href="${address}" rel="nofollow ugc noopener noreferrer" dir="auto">${text.replace(/^https?:\/\/(?:www\.)?|\/$/gi, '')}</a>`
    : text
      ? html`<bdi>${text}</bdi>`
      : html``
  return files.length === 0
    ? words
    : html`${words}<span class="files">${files.map((file) => fileMarkup(file, around))}</span>`
}

export function blockMarkup(block: PageBlock, around: Around): Html {
  switch (block.kind) {
    case 'heading':
      return html`<h2 dir="auto">${block.text}</h2>`
    case 'text':
      return html`${block.text.split(/\n{2,}/).map((paragraph) => html`<p dir="auto">${paragraph}</p>`)}`
    case 'notice':
      return html`<p class="notice" dir="auto">${block.text}</p>`
    case 'link':
      return html`<p>${cellMarkup(block.link, around)}</p>`
    case 'moment':
      return momentMarkup(block.moment, around.language)
    case 'files':
      return html`<div class="files">${block.files.map((file) => fileMarkup(file, around))}</div>`
    case 'folds':
      return html`<div>${block.items.map(
        ({ title, text }) =>
          html`<details><summary dir="auto">${cellMarkup(title, around)}</summary><div><p dir="auto">${cellMarkup(text, around)}</p></div></details>`,
      )}</div>`
    case 'form':
      return around.form(block)
    case 'table':
      if (block.rows.length === 0) return html`<p class="quiet">${block.empty ?? around.say('empty')}</p>`
      return html`<div class="scroll cards" tabindex="0"><table><thead><tr>${block.columns.map(
        (column) => html`<th scope="col" dir="auto">${column}</th>`,
      )}</tr></thead><tbody>${block.rows.map(
        (row) =>
          html`<tr>${row.map((cell, at) => html`<td data-label="${block.columns[at] ?? ''}">${cellMarkup(cell, around)}</td>`)}</tr>`,
      )}</tbody></table></div>`
  }
}
