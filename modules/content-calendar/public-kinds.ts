/** A calendar at an address of its owner's choice: data alone, which the page can do with. */
export const publicKinds = {
  programme: {
    title: 'A public programme',
    summary:
      'Whoever has the address sees what is coming in this calendar: day, time, title and place. No notes, no drafts, no guests.',
    of: 'calendars',
  },
} as const
