import type { PersonaKey } from '../chat.ts'

/** The industries whose tools each persona reaches for first: what the palette lists under its name. */
export const personaTopics: Readonly<Record<PersonaKey, readonly string[]>> = {
  personal: ['productivity', 'education', 'health', 'finance', 'hr'],
  hustler: ['marketing', 'startup', 'ecommerce', 'sales', 'creative', 'media'],
  smb: ['business', 'accounting', 'finance', 'customerservice', 'sales', 'realestate'],
  enterprise: ['exec', 'business', 'legal', 'cybersecurity', 'research', 'hr'],
}
