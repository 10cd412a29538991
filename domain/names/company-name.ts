import { folded } from './folding.ts'

const LEGAL_FORMS =
  /\b(?:incorporated|inc|llc|llp|ltd|limited|ltda|lda|kft|plc|corporation|corp|company|co|gmbh|mbh|ag|kg|ug|ohg|se|sa|sas|sarl|srl|spa|bv|nv|oy|oyj|ab|as|aps|pty|pte|kk|sl|holding|holdings|group)\b/g

/** A company's name without its legal form: `Müller & Söhne GmbH` is `muller sohne`. */
export function companyKey(name: string): string {
  const plain = folded(name.replace(/\b([A-Za-z])\.(?=[A-Za-z]\b)/g, '$1').replace(/\bA\/S\b/gi, 'AS'))
  return plain.replace(LEGAL_FORMS, ' ').replace(/\s+/g, ' ').trim() || plain
}
