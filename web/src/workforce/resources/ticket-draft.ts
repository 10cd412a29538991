import { prefixed } from '@atrium/contract/brand'
import { readOwner } from '../../platform/owner.ts'
import { storage } from '../../platform/storage.ts'

/** What is typed for a new ticket. Kept in the browser until it is sent. */
export interface TicketDraft {
  subject: string
  text: string
}

const key = () => prefixed(`new_ticket_${readOwner() || 'anon'}`)

export const readTicketDraft = (): TicketDraft => ({
  subject: '',
  text: '',
  ...storage.readJson<Partial<TicketDraft>>(key(), {}),
})

export const keepTicketDraft = (draft: TicketDraft): void => void storage.writeJson(key(), draft)
export const dropTicketDraft = (): void => storage.remove(key())
