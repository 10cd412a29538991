/** A part of an ad, a mail or a page, and the characters it has room for. */
export interface Part {
  key: string
  name: string
  /** Characters; null: no limit that matters. */
  limit: number | null
  /** What happens beyond: refused by the system, or cut off on screens. */
  beyond: 'refused' | 'cut'
}

/**
 * Limits by the systems' own help: Google Ads "About responsive search ads" (30, 90, 15), Meta ads guide (125, 40, 30, cut
 * beyond), LinkedIn "Single image ads specifications" (150, 70, cut beyond). Mail: what phones show of a subject and preview.
 */
export const media = {
  'google ad': [
    { key: 'headline', name: 'Headline', limit: 30, beyond: 'refused' },
    { key: 'description', name: 'Description', limit: 90, beyond: 'refused' },
    { key: 'path', name: 'Path', limit: 15, beyond: 'refused' },
  ],
  'meta ad': [
    { key: 'text', name: 'Primary text', limit: 125, beyond: 'cut' },
    { key: 'headline', name: 'Headline', limit: 40, beyond: 'cut' },
    { key: 'description', name: 'Description', limit: 30, beyond: 'cut' },
  ],
  'linkedin ad': [
    { key: 'text', name: 'Introduction', limit: 150, beyond: 'cut' },
    { key: 'headline', name: 'Headline', limit: 70, beyond: 'cut' },
  ],
  mail: [
    { key: 'subject', name: 'Subject', limit: 50, beyond: 'cut' },
    { key: 'preview', name: 'Preview', limit: 90, beyond: 'cut' },
    { key: 'body', name: 'Body', limit: null, beyond: 'cut' },
  ],
  page: [
    { key: 'headline', name: 'Headline', limit: 70, beyond: 'cut' },
    { key: 'subline', name: 'Line below', limit: 160, beyond: 'cut' },
    { key: 'body', name: 'Body', limit: null, beyond: 'cut' },
  ],
} as const satisfies Record<string, readonly Part[]>
export type Medium = keyof typeof media
export const mediumNames = Object.keys(media) as [Medium, ...Medium[]]

/** Google counts letters of double width (Chinese, Japanese, Korean) as two. */
export const adLength = (text: string): number =>
  [...text].reduce(
    (sum, sign) =>
      sum +
      (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uFF01-\uFF60]/u.test(sign) ? 2 : 1),
    0,
  )

export interface AdFault {
  /** error: it is refused; warning: check it. */
  grade: 'error' | 'warning'
  fault: string
}

const KNOWN_CAPITALS =
  /^(?:USA|UK|EU|VAT|PDF|API|SEO|CRM|GPS|USB|LED|ISO|FAQ|CEO|HR|IT|AI|TV|PC|GDPR|DIY|B2B|B2C|SAAS|ROI)$/

/** What Google Ads' editorial and format rules say of a text: length, exclamation marks, capitals, repeated signs, phone numbers. */
export function adFaults(kind: 'headline' | 'description' | 'path', text: string): AdFault[] {
  const faults: AdFault[] = []
  const limit = media['google ad'].find(({ key }) => key === kind)?.limit ?? 90
  const length = adLength(text.replace(/\{(?:KeyWord|Keyword|keyword|CUSTOMIZER|LOCATION)[^{}:]*:([^{}]*)\}/g, '$1'))
  if (length > limit) faults.push({ grade: 'error', fault: `${length} characters; ${limit} are allowed` })
  if (kind === 'headline' && text.includes('!'))
    faults.push({ grade: 'error', fault: 'an exclamation mark in a headline' })
  if (/([!?.,;:*])\1/.test(text.replace(/\.\.\./g, '…'))) faults.push({ grade: 'error', fault: 'a sign repeated' })
  if ((text.match(/!/g)?.length ?? 0) > 1) faults.push({ grade: 'error', fault: 'more than one exclamation mark' })
  const shouted = (text.match(/\b[A-Z]{4,}\b/g) ?? []).filter((word) => !KNOWN_CAPITALS.test(word))
  if (shouted.length > 0) faults.push({ grade: 'warning', fault: `capitals: ${shouted.slice(0, 3).join(', ')}` })
  if (/\b[A-Za-z](?:[.\-_ ][A-Za-z]){3,}\b/.test(text)) faults.push({ grade: 'error', fault: 'letters spaced out' })
  if (/(?:\+|\b)\d[\d\s()/-]{7,}\d\b/.test(text))
    faults.push({ grade: 'error', fault: 'a phone number (use a call asset)' })
  if (/\bclick here\b/i.test(text)) faults.push({ grade: 'error', fault: '“click here”' })
  if (/\p{Extended_Pictographic}/u.test(text)) faults.push({ grade: 'error', fault: 'an emoji' })
  return faults
}
