import { z } from 'zod'

/** Of one person or team. */
export const MOST_WEBHOOKS = 20

/** What a webhook may ask for: an event (`records:tasks`), all of a kind (`records:*`), or `*`. */
export const WebhookEvents = z.array(z.string().max(100)).min(1, 'Choose at least one event.').max(100)

const Url = z
  .string()
  .trim()
  .max(2000, 'An address has at most 2,000 characters.')
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'An address begins with https:// or http://.')
  .transform((value) => new URL(value).href) // as it is sent: what no address has in plain is escaped

export const NewWebhook = z.object({ url: Url, events: WebhookEvents })
export type NewWebhook = z.infer<typeof NewWebhook>

export const WebhookChange = z.object({
  url: Url.optional(),
  events: WebhookEvents.optional(),
  isOn: z.boolean().optional(),
})
export type WebhookChange = z.infer<typeof WebhookChange>

export const WebhookDelivery = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(['waiting', 'sending', 'delivered', 'failed']),
  attempts: z.number(),
  /** When it is tried again. */
  nextAt: z.iso.datetime().nullable(),
  /** Of the last answer; null when there was none. */
  status: z.number().nullable(),
  ms: z.number().nullable(),
  /** Its first kilobyte, or the sentence why there was none. */
  answer: z.string().nullable(),
  createdAt: z.iso.datetime(),
  attemptedAt: z.iso.datetime().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  isOn: z.boolean(),
  /** Since when nothing was taken. */
  failingSince: z.iso.datetime().nullable(),
  /** Switched off by us, after days of that. */
  givenUpAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type Webhook = z.infer<typeof Webhook>

/** The answer of what makes a secret: it is shown once. */
export const MadeWebhook = Webhook.extend({ secret: z.string() })
export type MadeWebhook = z.infer<typeof MadeWebhook>

/** An event that there is, and the title of the module that it is of. */
export const WebhookEvent = z.object({ name: z.string(), title: z.string() })
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const WebhookList = z.object({ webhooks: z.array(Webhook), events: z.array(WebhookEvent) })
export type WebhookList = z.infer<typeof WebhookList>

export const WebhookDeliveries = z.object({ deliveries: z.array(WebhookDelivery) })
export type WebhookDeliveries = z.infer<typeof WebhookDeliveries>
