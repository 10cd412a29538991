// Widths of Arial in thousandths of an em, as Adobe's metrics of Helvetica (Hv.afm) give them; others as a digit.
const WIDTHS = new Map<string, number>()
const set = (signs: string, width: number) => {
  for (const sign of signs) WIDTHS.set(sign, width)
}
set("'", 191)
set('ijl', 222)
set(' !,./:;I[]\\ft|', 278)
set('()-r`', 333)
set('"', 355)
set('*', 389)
set('Jckvsxyz', 500)
set('0123456789#$?Labdeghnopqu_', 556)
set('+<=>~', 584)
set('FTZ', 611)
set('&ABEKPSVXY', 667)
set('CDHNRUw', 722)
set('GOQ', 778)
set('Mm', 833)
set('%', 889)
set('W', 944)
set('@', 1015)
const WIDTH_USUAL = 556

/** Pixels of a title at the size in which results show it on a desktop (Arial, 20 px). */
export const titleWidth = (title: string): number =>
  ([...title].reduce((sum, sign) => sum + (WIDTHS.get(sign) ?? WIDTH_USUAL), 0) * 20) / 1000

/** Results cut titles near 600 px; crawlers warn from here on (Screaming Frog's default), and below 200 as too short. */
export const TITLE_MAX_PX = 561
export const TITLE_MIN_PX = 200
/** Characters of a description: shorter ones waste the room, longer ones are cut on desktops. */
export const DESCRIPTION_MIN = 70
export const DESCRIPTION_MAX = 155

export interface Fault {
  /** error: it is not found or not shown as meant; warning: it costs clicks or readers; notice: could be better. */
  grade: 'error' | 'warning' | 'notice'
  name: string
  todo: string
  note: string
}

/** What is wrong with a title and a description as results show them. */
export function snippetFaults(title: string, description: string): Fault[] {
  const faults: Fault[] = []
  const add = (grade: Fault['grade'], name: string, todo: string, note = '') => faults.push({ grade, name, todo, note })
  const width = Math.round(titleWidth(title))
  if (title === '') add('error', 'Title missing', 'Write a title that says what the page answers, the main term first.')
  else if (width > TITLE_MAX_PX)
    add(
      'warning',
      'Title too long',
      `Shorten titles to under ${TITLE_MAX_PX} px, about 55 to 60 characters.`,
      `${width} px, ${title.length} characters`,
    )
  else if (width < TITLE_MIN_PX) add('notice', 'Title short', 'Say more of what the page is about.', `${width} px`)
  if (description === '')
    add(
      'warning',
      'Description missing',
      `Write ${DESCRIPTION_MIN} to ${DESCRIPTION_MAX} characters with a reason to click.`,
    )
  else if (description.length > DESCRIPTION_MAX)
    add(
      'notice',
      'Description too long',
      `Put what matters into the first ${DESCRIPTION_MAX} characters.`,
      `${description.length} characters`,
    )
  else if (description.length < DESCRIPTION_MIN)
    add(
      'notice',
      'Description short',
      `Use the room: ${DESCRIPTION_MIN} to ${DESCRIPTION_MAX} characters.`,
      `${description.length} characters`,
    )
  return faults
}
