import type { Live } from '../shown.ts'
import { DAV } from '../xml.ts'
import { escapeXml } from '../xml-text.ts'

export const CALDAV = 'urn:ietf:params:xml:ns:caldav'
const SERVER = 'http://calendarserver.org/ns/'
const APPLE = 'http://apple.com/ns/ical/'

/** bytes of one object; a meeting with a few hundred guests has some 30,000 */
export const MOST_OF_OBJECT = 250_000

export const CALENDAR_TYPE = `<C:calendar xmlns:C="${CALDAV}"/>`
export const COLOUR = `{${APPLE}}calendar-color`
export const TITLE = `{${DAV}}displayname`
export const DATA = `{${CALDAV}}calendar-data`

/** A mark as it stands in RFC 6578's element: it has to be an address. */
const TOKEN = 'urn:atrium:sync:'
export const tokenOf = (mark: string): string => TOKEN + mark
export const markIn = (token: string): string | null => (token.startsWith(TOKEN) ? token.slice(TOKEN.length) : null)

/** `#1e90ff` of what Apple's programs write, `#1E90FFFF`; null of what is none. */
export const colourIn = (text: string): string | null =>
  /^\s*(#[0-9a-f]{6})(?:[0-9a-f]{2})?\s*$/i.exec(text)?.[1]?.toLowerCase() ?? null

const REPORTS = [
  `<C:calendar-query xmlns:C="${CALDAV}"/>`,
  `<C:calendar-multiget xmlns:C="${CALDAV}"/>`,
  '<D:sync-collection/>',
]
const READS = ['read', 'read-current-user-privilege-set']
const WRITES = ['write', 'write-properties', 'write-content', 'bind', 'unbind']
const within = (parts: readonly string[], around: string) =>
  parts.map((one) => `<D:${around}>${one}</D:${around}>`).join('')
const href = (path: string) => `<D:href>${escapeXml(path)}</D:href>`

/** What calendars, and the place of whoever asks, have besides (RFC 4791, RFC 6578, RFC 3744 and what Apple's programs ask for). */
export const calendarProperties: Readonly<Record<string, Live>> = {
  [`{${CALDAV}}supported-calendar-component-set`]: ({ resource }) =>
    resource.calendar ? `<C:comp xmlns:C="${CALDAV}" name="VEVENT"/>` : null,
  [`{${CALDAV}}supported-calendar-data`]: ({ resource }) =>
    resource.calendar ? `<C:calendar-data xmlns:C="${CALDAV}" content-type="text/calendar" version="2.0"/>` : null,
  [`{${CALDAV}}max-resource-size`]: ({ resource }) => (resource.calendar ? String(MOST_OF_OBJECT) : null),
  [DATA]: ({ data }) => (data === undefined ? null : escapeXml(data)),
  [COLOUR]: ({ resource }) => resource.calendar?.colour ?? null,
  [`{${SERVER}}getctag`]: ({ resource }) => resource.calendar?.mark ?? null,
  [`{${DAV}}sync-token`]: ({ resource }) => (resource.calendar ? tokenOf(resource.calendar.mark) : null),
  [`{${DAV}}supported-report-set`]: ({ resource }) =>
    resource.calendar ? within(within(REPORTS, 'report').split(/(?<=<\/D:report>)/), 'supported-report') : null,
  [`{${DAV}}current-user-privilege-set`]: ({ resource, mayWrite }) =>
    resource.calendar || resource.kind === 'file'
      ? within(
          (mayWrite ? [...READS, ...WRITES] : READS).map((one) => `<D:${one}/>`),
          'privilege',
        )
      : null,
  [`{${DAV}}owner`]: ({ principal, resource }) => (resource.calendar ? href(principal) : null),
  [`{${DAV}}principal-URL`]: ({ principal, isPrincipal }) => (isPrincipal ? href(principal) : null),
  [`{${CALDAV}}calendar-home-set`]: async ({ homes, isPrincipal }) =>
    isPrincipal && homes ? (await homes()).map(href).join('') : null,
  [`{${CALDAV}}calendar-user-address-set`]: async ({ address, isPrincipal }) => {
    const mail = isPrincipal ? await address?.() : null
    return mail ? href(`mailto:${mail}`) : null
  },
}
