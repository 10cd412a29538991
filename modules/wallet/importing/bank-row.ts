import { fieldsOf } from '@atrium/contract/field-facts'
import { field } from '@atrium/contract/fields'
import { z } from 'zod'

const words = (text: string) => text.split('|')

/**
 * What a row of a bank's table may say, and what banks call it, the best name first; compared without accents and case. Fields that
 * are found in a table without names by what stands in them come first among their kind.
 */
const BankRow = z.object({
  date: field.date({
    label: 'Date',
    required: true,
    aliases: words(
      'booking date|buchungstag|buchungsdatum|transaction date|posting date|posted date|post date|datum|completed date|started date|date operation|date de l operation|date d operation|fecha|fecha operacion|f valor|data|data operazione|data contabile|data operacji|data da operacao|data movimento|boekdatum|bokforingsdag|bokfort dato|kirjauspaiva|valuta|valutadatum|wertstellung|value date|time|day|дата операции|дата|取引日|日付|交易日期|交易时间|거래일|거래일시|तारीख|التاريخ',
    ),
  }),
  amount: field.number({
    label: 'Amount',
    aliases: words(
      'betrag|net|netto|transaction amount|montant|importe|importo|bedrag|valor|kwota|belopp|belob|maara|umsatz|sum|total|gross|brutto|сумма платежа|сумма операции|сумма|入出金 円|金額|交易金额|金额|거래금액|المبلغ',
    ),
  }),
  out: field.number({
    label: 'Money out',
    aliases: words(
      'debit|debit amount|withdrawal|withdrawals|withdrawal amt|paid out|outflow|soll|lastschrift|belastung|ausgang|cargo|cargos|addebito|addebiti|dare|uscite|af|debet|spent|debits|debit euros|wydatki|obciazenia|расход|お支払金額|お引出し|支出|출금|출금액',
    ),
  }),
  in: field.number({
    label: 'Money in',
    aliases: words(
      'credit|credit amount|deposit|deposits|deposit amt|paid in|inflow|haben|gutschrift|eingang|abono|abonos|accredito|accrediti|avere|entrate|bij|received|credits|credit euros|wplywy|uznania|приход|お預入れ|お預り金額|收入|입금|입금액',
    ),
  }),
  fee: field.number({
    label: 'Fee',
    aliases: words('fees|gebuhr|gebuhren|entgelt|frais|comision|commissione|kosten|комиссия'),
  }),
  sign: field.choice({
    label: 'In or out',
    aliases: words(
      'af bij|soll haben|s h|debit credit|dr cr|cr dr|d c|credit debit|credit debit indicator|umsatztyp|direction|sens|dare avere|收 支',
    ),
    options: {
      out: ['Out', ...words('af|d|debit|dr|dbit|s|soll|-|ausgang|withdrawal|debito|dare|支出|출금')],
      in: ['In', ...words('bij|c|credit|cr|crdt|h|haben|+|eingang|deposit|credito|avere|收入|입금')],
    },
  }),
  payee: field.text({
    label: 'Payee',
    max: 1000,
    aliases: words(
      'merchant|counterparty|partner name|name|payee name|beguenstigter zahlungspflichtiger|begunstigter auftraggeber|auftraggeber empfanger|name zahlungsbeteiligter|empfanger|zahlungsempfanger|zahlungsempfanger in|beneficiary|beneficiaire|naam omschrijving|naam tegenpartij|counterparty name|libelle|libelle operation|description|beschreibung|transaction description|transaction details|details|narration|particulars|concepto|descrizione|descrizione operazione|omschrijving|opis operacji|buchungstext|text|narrative|описание|入出金内容|摘要|お取引内容|交易对方|적요',
    ),
  }),
  memo: field.text({
    label: 'Memo',
    max: 1000,
    aliases: words(
      'verwendungszweck|vorgang verwendungszweck|purpose|payment reference|reference|subject|betreff|mededelingen|remittance information|causale|observaciones|libelle complementaire|note|notes|description|type|details|buchungstext|备注|メモ',
    ),
  }),
  /** Who paid, where the payee is a column of its own. */
  payer: field.longText({ label: 'Payer', aliases: words('payer name|zahlungspflichtige r|auftraggeber') }),
  category: field.longText({ label: 'Category', aliases: words('kategorie|categorie|categoria|kategoria|категория') }),
  currency: field.longText({
    label: 'Currency',
    aliases: words('wahrung|waehrung|devise|divisa|valuta code|moneda|munt|waluta|валюта платежа|валюта'),
  }),
  ref: field.longText({
    label: 'Bank’s number',
    aliases: words(
      'transaction id|transferwise id|id|fitid|reference number|transaktionscode|transaktions id|transaction reference|unique id|referenz',
    ),
  }),
  state: field.longText({ label: 'Status', aliases: words('state|info|stato|estado|statut|статус') }),
})
export type BankRow = Partial<z.output<typeof BankRow>>

export const bankFields = fieldsOf({ schema: BankRow })
