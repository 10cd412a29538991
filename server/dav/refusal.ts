import { escapeXml } from './xml-text.ts'

/** A refusal by one of the statuses that WebDAV has besides HTTP's, with the precondition that failed (RFC 4918, section 16). */
export class DavRefusal extends Error {
  readonly status: number
  /** XML: `<D:lock-token-submitted>…` */
  readonly condition: string

  constructor(
    status: number,
    sentence: string,
    { condition = '', cause }: { condition?: string; cause?: unknown } = {},
  ) {
    super(sentence, { cause })
    this.name = 'DavRefusal'
    this.status = status
    this.condition = condition
  }
}

/** Programs show the status, a few the sentence: rclone and Cyberduck read `message`. */
export function refusalAnswer(
  { status, message, condition = '' }: { status: number; message: string; condition?: string },
  headers = new Headers(),
): Response {
  headers.set('content-type', 'application/xml; charset=utf-8')
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:">${condition}<message xmlns="urn:atrium:dav">${escapeXml(message)}</message></D:error>`
  return new Response(body, { status, headers })
}
