import type { AppError } from '@atrium/contract/errors'
import type { NamedField } from '@atrium/contract/field-facts'
import type { PageContent } from '@atrium/contract/page-content'
import { refusalIn } from '../platform/texts.ts'
import { fieldIn } from '../records/module-texts.ts'
import { type Around, blockMarkup } from './blocks.ts'
import { formMarkup, formRefusal } from './form.ts'
import { pageAnswer } from './frame.ts'
import { html } from './html.ts'
import { hasMoment } from './moments.ts'
import type { Opened } from './opening.ts'
import { pageLanguage, textsIn } from './texts.ts'

interface Shown {
  after?: string | undefined
  /** A form was just taken. */
  isSent?: boolean
  /** A form that was refused, with what was typed. */
  refused?: {
    action: string
    typed: Readonly<Record<string, string>>
    /** As it was read of what was typed; null where it could not be. */
    input: Record<string, unknown> | null
    error: AppError
  }
  challenge?: () => string
}

/** The page as it is shown. */
export function wholePage({ page, server, kind }: Opened, content: PageContent, shown: Shown): Response {
  const { description, language, isListed } = page
  const title = content.title ?? page.title
  const { after, isSent, refused, challenge = () => '' } = shown
  const say = textsIn(language)
  const path = `/p/${page.slug}`
  const form: Around['form'] = ({ action: name, title: formTitle, values = {} }) => {
    const action = server.module.actions[name]
    if (!action || !page.allows.includes(name)) return html``
    const isRefused = refused?.action === name
    const called = (field: NamedField) => fieldIn(server.module, language, field)
    return formMarkup(action, {
      to: `${path}/send/${name}`,
      title: formTitle,
      challenge: challenge(),
      typed: isRefused ? refused.typed : values,
      refusal: isRefused ? formRefusal(action, refused, { language, called }) : null,
      say,
      called,
    })
  }
  const around = { path, after, language, say, form }
  const body = html`<header><h1 dir="auto">${title}</h1>${description ? html`<p class="lead" dir="auto">${description}</p>` : null}</header>
${isSent ? html`<p role="status">${say('sent')}</p>` : null}
${
  kind.copy
    ? html`<div class="row actions"><a class="button primary" href="/copy/${page.slug}">${say('copy')}</a><a class="button" href="${path}/download">${say('download')}</a></div>`
    : null
}
${content.blocks.map((block) => blockMarkup(block, around))}
${content.next ? html`<p class="actions"><a class="button" href="${path}?after=${encodeURIComponent(content.next)}">${say('more')}</a></p>` : null}`
  const tellsTime = hasMoment(content)
  return pageAnswer({ title, description, language, isListed, tellsTime, body }, refused?.error.status)
}

/** What stands before a page with a password: it says nothing of the page. */
export function passwordPage({ page }: Opened, refusal: AppError | null): Response {
  const say = textsIn(page.language)
  const title = say('passwordNeeded')
  const body = html`<h1>${title}</h1>${refusal ? html`<p role="alert" dir="auto">${refusalIn(refusal, page.language)}</p>` : null}
<form method="post" action="/p/${page.slug}"><label><span>${say('password')}</span><input type="password" name="password" required maxlength="200" autocomplete="off"></label>
<div class="row"><button class="primary" type="submit">${say('open')}</button></div></form>`
  const retryAfter = refusal?.details?.retryAfter
  return pageAnswer(
    { title, language: page.language, body },
    refusal?.status ?? 200,
    typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {},
  )
}

/** A refusal, in the caller's language: what is not there, and what did not work. */
export function refusalPage(error: AppError, accepted: string): Response {
  const language = pageLanguage(accepted)
  const say = textsIn(language)
  const isMissing = error.code === 'not_found'
  const title = say(isMissing ? 'missing' : 'failed')
  const body = html`<h1>${title}</h1><p dir="auto">${isMissing ? say('missingText') : refusalIn(error, language)}</p>`
  const retryAfter = error.details?.retryAfter
  return pageAnswer(
    { title, language, body },
    error.status,
    typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {},
  )
}
