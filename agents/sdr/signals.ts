/** What a note about a lead tells of its wish to buy: need, timing, budget and authority of BANT, and the contrary. */
export interface Signal {
  kind: 'demo' | 'call' | 'pricing' | 'timing' | 'budget' | 'replacing' | 'declined' | 'seller' | 'study'
  /** The reason in the table. */
  says: string
  points: number
}

// English with the commonest words of German, French and Spanish. A note is looked at for these words and nothing else.
const SIGNALS: readonly (Signal & { pattern: RegExp })[] = [
  {
    kind: 'declined',
    says: 'note: not interested',
    points: -60,
    pattern:
      /\bnot interested|no interest|\bunsubscribe|stop (?:e-?mail|contact|writ)ing|kein interesse|pas intéressé|no le interesa/iu,
  },
  {
    kind: 'seller',
    says: 'note: sells to us',
    points: -30,
    pattern:
      /\b(?:vendor pitch|wants to sell|sells (?:us|to us)|seo services|link building|guest post|outsourcing offer)\b/iu,
  },
  {
    kind: 'study',
    says: 'note: student or applicant',
    points: -30,
    pattern: /\b(?:student|thesis|university project|job application|looking for a job|internship|bewerbung)\b/iu,
  },
  {
    kind: 'demo',
    says: 'note: wants to see it',
    points: 25,
    pattern: /\b(?:demo|trial|pilot|walk-?through|vorführung|essai|prueba)\b/iu,
  },
  {
    kind: 'call',
    says: 'note: wants to talk',
    points: 25,
    pattern: /\b(?:meeting|call ?back|rückruf|termin|appel|llamada)\b/iu,
  },
  {
    kind: 'pricing',
    says: 'note: asks for a price',
    points: 20,
    pattern:
      /\b(?:pric(?:e|es|ing)|quote|proposal|offer|angebot|preis(?:e|liste)?|devis|tarif|prix|precio|presupuesto|cost)\b/iu,
  },
  {
    kind: 'budget',
    says: 'note: has a budget',
    points: 15,
    pattern: /\bbudget(?! (?:cut|freeze|frozen|gone))/iu,
  },
  {
    kind: 'timing',
    says: 'note: has a date',
    points: 15,
    pattern:
      /\b(?:by|before|until|in|from|this|next) (?:q[1-4]|quarter|month|summer|autumn|fall|spring|winter|year end|january|february|march|april|may|june|july|august|september|october|november|december)\b|\b(?:deadline|urgent(?:ly)?|asap|dringend|renewal)\b/iu,
  },
  {
    kind: 'replacing',
    says: 'note: replaces something',
    points: 15,
    pattern:
      /\b(?:replac(?:e|es|ing|ement)|switch(?:ing)? (?:from|away)|migrat(?:e|ing) from|unhappy with|current (?:tool|vendor|provider)|ablös(?:en|ung)|excel|spreadsheets?)\b/iu,
  },
]

/** The signals of a note, the contrary first. */
export const signalsIn = (note: string): Signal[] =>
  SIGNALS.filter(({ pattern }) => pattern.test(note.slice(0, 5000))).map(({ kind, says, points }) => ({
    kind,
    says,
    points,
  }))
