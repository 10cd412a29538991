/** Where the browser says which time zone "today" means. */
export const TIME_ZONE_HEADER = 'x-time-zone'
