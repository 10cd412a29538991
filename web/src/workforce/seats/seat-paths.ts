/** A seat's page, and one of its tabs. */
export const seatPage = (id: string, tab?: string): string =>
  `/workforce/seats/${encodeURIComponent(id)}${tab ? `?tab=${tab}` : ''}`

/** The page of what needs doing, with the form of a new task for the seat open. */
export const newTaskPage = (seatId: string, playbook?: string): string =>
  `/workforce/active?${new URLSearchParams({ new: '', seat: seatId, ...(playbook && { playbook }) })}`
