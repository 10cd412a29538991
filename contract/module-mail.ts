/** What a calendar message of RFC 5546 is for; it goes as RFC 6047 has it, beside a text that people can read. */
export type CalendarMethod = 'REQUEST' | 'REPLY' | 'CANCEL'

export interface ModuleMailMessage {
  to: string
  subject: string
  /** The first one greets. */
  paragraphs: readonly string[]
  calendar?: { method: CalendarMethod; text: string }
  /** A button below the first paragraph: `path` is one of this workspace's, `/p/…`. */
  link?: { label: string; path: string }
}

/** Mail to people outside, by the operator's own server: in the name of whoever acts, who gets the answers. */
export interface ModuleMail {
  /** Whether the operator has set up mail, and who acts may write some. */
  canSend(): Promise<boolean>
  /** The address of whoever acts; null of guests, and of whoever came by a link. */
  own(): Promise<{ address: string; name: string } | null>
  /**
   * Sends each, in an action that is a `send` alone. Answers the addresses that could not be reached: others have it, which cannot be
   * undone. Throws `rate_limited`, `forbidden`, and `conflict` where no mail is set up.
   */
  send(messages: readonly ModuleMailMessage[]): Promise<string[]>
}
