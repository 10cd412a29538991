import { AppError } from '@atrium/contract/errors'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Config } from '../platform/config.ts'
import { loadOnce } from '../platform/load-once.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Another address than Stripe's own: a proxy's. */
  baseUrl?: string
}

/** Null where no cards are taken. */
export const stripeOf = (config: Config): StripeSettings | null =>
  config.STRIPE_SECRET_KEY && config.STRIPE_WEBHOOK_SECRET
    ? {
        secretKey: config.STRIPE_SECRET_KEY,
        webhookSecret: config.STRIPE_WEBHOOK_SECRET,
        baseUrl: config.STRIPE_BASE_URL,
      }
    : null

/** ms, for each of at most three tries */
const ANSWERS_WITHIN = 15_000
/** A signature older than this is an old message sent again. Seconds. */
const TOLERANCE = 300

const StripeEvent = z.object({
  id: z.string().max(255),
  type: z.string().max(255),
  data: z.object({ object: z.unknown() }),
})
export type StripeEvent = z.infer<typeof StripeEvent>

export interface StripeClient {
  /** Stripe's own library, loaded with the first call: it is large, and few installations need it. */
  api(): Promise<Stripe>
  /** What was sent, if Stripe signed exactly that within the last five minutes. Throws the refusal otherwise. */
  event(payload: Uint8Array, signature: string | undefined): Promise<StripeEvent>
}

export function createStripeClient({ secretKey, webhookSecret, baseUrl }: StripeSettings): StripeClient {
  async function load(): Promise<Stripe> {
    const { Stripe: Library } = await import('stripe')
    const at = baseUrl ? new URL(baseUrl) : null
    const isPlain = at?.protocol === 'http:'
    return new Library(secretKey, {
      timeout: ANSWERS_WITHIN,
      maxNetworkRetries: 2,
      telemetry: false,
      ...(at && { host: at.hostname, port: at.port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' }),
    })
  }
  const api = loadOnce(load)
  return {
    api,
    async event(payload, signature) {
      const { webhooks } = await api()
      const refused = (cause?: unknown) => new AppError('bad_request', 'This was not signed by Stripe.', { cause })
      if (!signature || payload.byteLength === 0) throw refused()
      try {
        return StripeEvent.parse(webhooks.constructEvent(Buffer.from(payload), signature, webhookSecret, TOLERANCE))
      } catch (cause) {
        throw refused(cause)
      }
    },
  }
}

export interface StripeFault {
  /** StripeCardError, StripeConnectionError … */
  type: string
  code?: string
  param?: string
  payment_intent?: { id: string }
  message?: string
  requestId?: string
}

/** What Stripe's library throws; null for any other error. */
export const faultOf = (error: unknown): StripeFault | null =>
  error instanceof Error && /^Stripe\w+Error$/.test((error as Partial<StripeFault>).type ?? '')
    ? (error as unknown as StripeFault)
    : null

/** Asked again, it will not go otherwise: the card was refused, or there is no such card. */
export const isFinal = ({ type }: StripeFault): boolean =>
  type === 'StripeCardError' || type === 'StripeInvalidRequestError'

/** Stripe has no such thing (any more). */
export const isMissing = (error: unknown): boolean => faultOf(error)?.code === 'resource_missing'

/** What may be written to the log of a refusal by Stripe. */
export const forLog = (fault: StripeFault) => {
  const { type, code, param, message, requestId } = fault
  return { type, code, param, message, requestId }
}
