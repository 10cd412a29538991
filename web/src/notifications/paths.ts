/** The inbox; its pages and how many are unread. */
export const INBOX = '/api/notifications'
export const PREFERENCES = [INBOX, 'preferences'] as const
export const SETTINGS = '/settings/notifications'
