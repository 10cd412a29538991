import { brand } from '@atrium/contract/brand'
import type { Config } from './config.ts'

export interface MailMessage {
  to: string
  subject: string
  /** Its first line greets; paragraphs are separated by an empty line. */
  paragraphs: readonly string[]
  /** A button in HTML, an address of its own line in plain text. */
  link?: { label: string; url: string }
  /** Whom an answer goes to, where that is not who sends. */
  replyTo?: { name: string; address: string }
  /** A calendar message (RFC 6047): programs offer to answer it. */
  calendar?: { method: string; text: string }
  attachments?: readonly { name: string; mime: string; bytes: Uint8Array }[]
}

export interface Mail {
  send(message: MailMessage): Promise<void>
}

export interface MailSettings {
  /** smtp:// or smtps://, with user and password where the server asks for them */
  url: string
  from: string
}

/** ms */
const CONNECTS_WITHIN = 10_000
const ANSWERS_WITHIN = 30_000

const escaped = (text: string) => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`)

const asText = ({ paragraphs, link }: MailMessage) =>
  [...paragraphs.slice(0, 1), ...(link ? [link.url] : []), ...paragraphs.slice(1), `— ${brand.name}`].join('\n\n')

function asHtml({ paragraphs, link }: MailMessage): string {
  const lines = paragraphs.map((one) => `<p>${escaped(one)}</p>`)
  const button = link ? [`<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>`] : []
  return `<!doctype html><html><body style="font-family:sans-serif">${[...lines.slice(0, 1), ...button, ...lines.slice(1)].join('')}<p>— ${escaped(brand.name)}</p></body></html>`
}

/** Mail by the operator's own SMTP server. nodemailer is loaded with the first message. */
export function createMail({ url, from }: MailSettings): Mail {
  return {
    async send(message) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url,
        connectionTimeout: CONNECTS_WITHIN,
        greetingTimeout: CONNECTS_WITHIN,
        socketTimeout: ANSWERS_WITHIN,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await transport.sendMail({
        from: from.includes('<') ? from : { name: brand.name, address: from },
        to: { name: '', address: message.to },
        ...(message.replyTo && { replyTo: message.replyTo }),
        subject: message.subject,
        text: asText(message),
        html: asHtml(message),
        ...(message.calendar && {
          icalEvent: { method: message.calendar.method, filename: 'invite.ics', content: message.calendar.text },
        }),
        attachments: message.attachments?.map(({ name, mime, bytes }) => ({
          filename: name,
          contentType: mime,
          content: Buffer.from(bytes),
        })),
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      transport.close()
    },
  }
}

/** Null where no mail server is configured. */
export const mailOf = ({ SMTP_URL, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>): Mail | null =>
  SMTP_URL && MAIL_FROM ? createMail({ url: SMTP_URL, from: MAIL_FROM }) : null
