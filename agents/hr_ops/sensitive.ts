/** Subjects that a person has to answer, whatever the handbook says: by rights, by risk and out of decency. */
const SUBJECTS: readonly { subject: string; pattern: RegExp }[] = [
  {
    subject: 'health or disability',
    pattern:
      /\b(?:ill(?:ness)?|sick(?!\s+(?:leave|note|day|pay)\b)|disab\w+|pregnan\w*|mental|depress\w*|burn-?out|diagnos\w+|cancer|therapy|medication|miscarr\w+)\b/i,
  },
  {
    subject: 'harassment or discrimination',
    pattern:
      /\b(?:harass\w*|bull(?:y|ied|ying)|discriminat\w*|assault\w*|racis\w*|sexis\w*|threaten\w*|retaliat\w*|whistle-?blow\w*)\b/i,
  },
  {
    subject: 'dismissal or a dispute',
    pattern:
      /\b(?:fired?|dismiss\w*|terminat\w*|severance|redundan\w*|lay-?offs?|lawyer|sue|grievance|warning letter|disciplinary)\b/i,
  },
  {
    subject: 'somebody’s own pay',
    pattern: /\b(?:my (?:salary|pay|wage|bonus)|pay ?rise|raise|underpaid|garnish\w*)\b/i,
  },
  { subject: 'a visa or right to work', pattern: /\b(?:visa|work permit|immigration|residence permit)\b/i },
]

/** The subject by which a question goes to a person; null when none does. */
export const sensitiveSubject = (question: string): string | null =>
  SUBJECTS.find(({ pattern }) => pattern.test(question))?.subject ?? null
