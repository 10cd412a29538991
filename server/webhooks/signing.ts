import { createHmac, randomBytes } from 'node:crypto'

/** `whsec_` and 32 bytes in base64, as Standard Webhooks has it (standardwebhooks.com, "Signature scheme"). */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The headers of one attempt: an HMAC-SHA256 over id, moment (seconds since 1970) and body. */
export function signed(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
