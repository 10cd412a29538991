// Names of months in files, in the languages whose programs and banks write them.

/** January to December, as in dates (Unicode CLDR, months, format and stand-alone, wide; and short forms that do not begin them). */
const NAMES = `
January February March April May June July August September October November December
Januar Februar März April Mai Juni Juli August September Oktober November Dezember
Jänner Feber Mrz - - - - - - - - -
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
januari februari maart april mei juni juli augustus september oktober november december
- - mrt - - - - - - - - -
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts april maj juni juli august september oktober november december
januar februar mars april mai juni juli august september oktober november desember
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień
ledna února března dubna května června července srpna září října listopadu prosince
leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık
Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember
- - - - - - - Agt - - - -
- - - - - čvn čvc - - - - -
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

/** Without marks and case, as it may be typed. */
const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

let months: Map<string, number> | undefined

/** Every name and beginning of at least three letters; 0 for what begins the names of two months (`jui` of juin and juillet). */
function known(): Map<string, number> {
  const found = new Map<string, number>()
  const whole = new Map<string, number>()
  for (const names of NAMES)
    for (const [at, written] of names.entries()) {
      const name = plain(written)
      if (name.length >= 3) whole.set(name, at + 1)
      for (let length = 3; length < name.length; length++) {
        const begun = name.slice(0, length)
        const other = found.get(begun)
        found.set(begun, other === undefined || other === at + 1 ? at + 1 : 0)
      }
    }
  return new Map([...found, ...whole])
}

/** 1 to 12 for a month's name, or a beginning of at least three letters that is no other month's; null for anything else. */
export function writtenMonth(word: string): number | null {
  if (word.length < 3 || word.length > 12) return null
  months ??= known()
  return months.get(word.toLowerCase()) || months.get(plain(word)) || null
}
