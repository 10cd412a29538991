import type { startFake } from '../../server/accounts/test-process.ts'

// The mails that the fake server of SMTP took, as their readers have them.

interface Sent {
  to: string
  subject: string
  method: string
  calendar: string
  text: string
}

/** A quoted-printable or base64 part of a mail. */
function decoded(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const unfolded = (text: string) => text.replace(/\r\n[ \t]/g, '')

export const mailsOf =
  ({ lines }: Pick<Awaited<ReturnType<typeof startFake>>, 'lines'>) =>
  (to?: string): Sent[] => {
    const all = (lines as { to: string[]; data: string }[]).map(({ to: [address = ''], data }) => {
      const parts = data.split(/\r\n--[^\r\n]+\r\n/)
      const calendar = parts.find((part) => /^content-type: text\/calendar/i.test(part)) ?? ''
      const text = parts.find((part) => /^content-type: text\/plain/i.test(part)) ?? ''
      return {
        ...{ to: address, method: /method=(\w+)/i.exec(calendar)?.[1] ?? '', calendar: unfolded(decoded(calendar)) },
        ...{ subject: /^Subject: (.*)$/m.exec(data)?.[1]?.trim() ?? '', text: decoded(text) },
      }
    })
    return to === undefined ? all : all.filter((one) => one.to === to)
  }
