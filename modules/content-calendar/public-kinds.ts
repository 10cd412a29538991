/** A calendar at an address of its owner's choice, and an event by the link of each of its guests: data alone, which the page can do with. */
export const publicKinds = {
  programme: {
    title: 'A public programme',
    summary:
      'Whoever has the address sees what is coming in this calendar: day, time, title and place. No notes, no drafts, no guests.',
    of: 'calendars',
  },
  invitation: {
    title: 'An invitation',
    summary:
      'A guest of an event sees when and where it is, and says whether they come. No other guests, no notes of others.',
    byLink: true,
    allows: ['respond'],
  },
} as const
