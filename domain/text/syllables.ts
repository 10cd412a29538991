// Syllables of words as they are spoken, by the vowels that make one and the rules of each language's spelling.
import type { ReadingLanguage } from './readability.ts'

/** One match is one syllable; of several, the longest stands first. */
const NUCLEI: Readonly<Record<Exclude<ReadingLanguage, 'en'>, RegExp>> = {
  de: /aa|ee|oo|ie|ei|ai|au|äu|eu|ey|ay|oi|[aeiouyäöüéèà]/g,
  nl: /aai|ooi|oei|eeu|ieu|aa|ee|oo|uu|ie|oe|eu|ui|ei|ij|au|ou|[aeiouyëïöüéè]/g,
  es: /[iuü]?[aeoáéó](?:[iu]|y(?![aeiouáéíóú]))?|[íú]|[iuü]{1,2}(?:y(?![aeiouáéíóú]))?|y(?![aeiouáéíóú])/g,
  it: /[iu]?[aeoàèéò][iu]?|i?ù|[ìíú]|[iuy]{1,2}/g,
  pt: /(?<=[áâéêíóôú].{1,8})[iue][ao](?=s?$)|[ãõ][oei]|[aáâeéêoóô][iu](?!n|[mzrl]$)|ui(?![nmzrl])|[aáàâãeéêiíoóôõuúüy]/g,
  fr: /(?:[iï](?=[aeoéèêœ])|ou(?=[aeiéè])|u(?=[ieéè])|y(?=[aeouéè]))?(?:eau|œu|oeu|ou|oi|oî|ai|aî|ei|au|eu|[aàâeéèêëiîïoôœuùûüyæ])/g,
  ru: /[аеёиоуыэюя]/g,
}

/** Letters that are written and not heard, taken out before the vowels are counted. */
function heard(word: string, language: ReadingLanguage): string {
  switch (language) {
    case 'de':
      return word.replaceAll('qu', 'q')
    case 'es':
      return word.replace(/qu|gu(?=[eiéí])/g, 'g')
    case 'it':
      return word.replace(/qu|gu(?=[aeio])/g, 'g').replace(/(?<=c|g|gl)i(?=[aeou])/g, '')
    case 'pt':
      return word.replace(/[qg]u(?=[aeioãáéêíó])/g, 'g')
    case 'fr': {
      const said = word.replace(/qu|gu(?=[eiéèê])/g, 'g').replace(/(?<=[aeou])ill?(?=$|[aeéo])/g, 'j')
      return said.replace(/es?$/, '')
    }
    default:
      return word
  }
}

/** At least one, whatever the word. */
export function syllablesOf(word: string, language: ReadingLanguage): number {
  const small = word.slice(0, 100).toLowerCase().normalize('NFC')
  if (language === 'en') return englishSyllables(small)
  // mio, due, tua: two vowels alone are two syllables.
  if (language === 'it' && /^[bdfmstvz]?[iu][aeo]$/.test(small)) return 2
  if (small === 'ciao') return 1
  return Math.max(1, heard(small, language).match(NUCLEI[language])?.length ?? 0)
}

/** Two vowels side by side that are two syllables. */
const APART =
  /(?<![ctsxg])i(?=a|o(?!n))|(?<=^l|^sc|[dnblv]|[^f]r)i(?=en[ct])|(?<=qu|d|soc)i(?=et)|(?<=cr)e(?=a)|e(?=o(?!u|p))|(?<![qg])u(?=a)|(?<=[aeiou])y(?=[aeiou])|[aeou](?=ing)|m$(?<=ism)|e(?=a$)/g

const EXCEPTIONS: Readonly<Record<string, number>> = {
  lion: 2,
  every: 2,
  business: 2,
  people: 2,
  being: 2,
  area: 3,
  idea: 3,
  science: 2,
  hundred: 2,
}

function englishSyllables(word: string): number {
  const letters = word.replace(/[’']s?$/, '').replace(/[^a-z]/g, '')
  const known = Object.hasOwn(EXCEPTIONS, letters) ? EXCEPTIONS[letters] : undefined
  if (known) return known
  if (letters.length <= 3) return Math.max(1, letters.match(/[aeiouy]+/g)?.length ?? 1)
  const silent = letters
    .replace(/(?<![sxzcg]|[cs]h|[^aeiou]l)es$|(?<![td])ed$/, '')
    .replace(/(?<![^aeiouy]l)e$/, '')
    .replace(/(?<=[^aeiou])e(?=(?:ly|ment|ful|less|ness)$)|(?<=^som)e(?=[^aeiou]{2})/, '')
  return Math.max(1, (silent.match(/[aeiouy]+/g)?.length ?? 0) + (silent.match(APART)?.length ?? 0))
}
