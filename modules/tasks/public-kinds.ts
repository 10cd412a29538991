/** What of the tasks people can publish: data alone, which the page can do with. */
export const publicKinds = {
  project: {
    title: 'A public project',
    summary: 'Whoever has the address sees its tasks and which of them are done: no notes, no files, nobody’s name.',
    of: 'projects',
  },
  requests: {
    title: 'A form for requests',
    summary:
      'Whoever has the address can send you a request; each becomes a task in your inbox, with the context @request.',
    allows: ['request'],
  },
} as const
