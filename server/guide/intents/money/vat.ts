import { percentOn, withoutPercent } from '@atrium/domain/money/price'
import { Exact } from '../../calculation/numbers.ts'
import { defineIntent } from '../intent.ts'
import { says } from '../words.ts'
import { inMinorUnits, replyOf, styleOf, writeFigure, writeMoney, writePercent } from '../writing.ts'
import { amountProblem, rateProblem } from './limits.ts'
import { type Amount, beside, byAmount, type Said, saidIn, withMillions } from './said.ts'
import { examples, say } from './say.ts'
import { moneySlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

const NET =
  /^[\s,]*(?:euros? |pounds? |dollars? |bucks )?(?:\(?net\b|ex\b|excl|excluding|exclusive|before (?:tax|vat|gst)|plus\b|\+)/iu
const GROSS =
  /^[\s,]*(?:euros? |pounds? |dollars? |bucks )?(?:\(?gross\b|inc\b|incl|including|inclusive|brutto\b|tax included|after tax)/iu
const NET_BEFORE =
  /(?:\bnet(?: price| amount)?(?: is|:)?|ex vat|before tax|excluding (?:vat|tax|gst)|net →) ?[\p{Sc}]?$/iu
const OUT =
  /\b(?:remov\w*|strip\w*|extract\w*|deduct\w*|take (?:the |out|away|off).*(?:vat|tax|gst)|tak(?:e|ing) out|(?:less|minus) (?:the )?(?:[\d.,]+ ?% ?)?(?:vat|tax|gst)|(?:component|content|share|portion) of|inclusive|back(?:ing)? out|work(?:ing)? back(?:wards)?|contained|contains?|inside|included?|includes|including|in it|in there|already in|is tax\b|i paid|did i pay|pre[- ]?tax|untaxed|reverse|net of|net price of|net amount of|net from|gross to net|excluding vat please|without (?:the )?(?:vat|tax|gst|[\d.,]+ ?%)|before (?:tax|vat|gst)\??$|was (?:it|the price) (?:before|without)|get back|which part|part of|after vat|less vat)/iu

/** “How much VAT is in 119”, “btw in 121”, “TVA dans 120”. */
const WITHIN =
  /(?:\bvat\b|\btax\b|\bgst\b|mwst|mehrwertsteuer|\btva\b|\bbtw\b|\biva\b|\bkdv\b|\bppn\b)[^.?!]{0,16}?(?<!\p{L})(?:in|aus|dans|en|em|in den|nel|nei|su)\s+(?:the\s+)?\p{Sc}?\s?\d/iu
/** “Netto von 119 €” asks for what is left of it. */
const NET_OF = /(?:netto(?:betrag|preis)?|net|neto|nett)\s+(?:von|of|de|di|da|van|aus)\s*(?:\p{Sc}\s?)?$/iu

const GROSS_BEFORE = /\bgross(?: price| amount)?(?: is|:)? ?\p{Sc}?$/iu

/** Whether an amount holds the tax already: by the word behind it, by what is asked, by the word before it. */
function holdsTax(said: Said, amount: Amount): boolean {
  const { text, language } = said
  const { before, after } = beside(said, amount, 28)
  if (GROSS.test(after)) return true
  if (NET.test(after)) return false
  // “My quote is 2,000 without VAT” tells, “what is 120 without VAT” asks.
  if (/^[\s,]*without (?:vat|tax|gst)/iu.test(after) && !/^\s*(?:what|how|whats)/iu.test(text)) return false
  if (WITHIN.test(text) || NET_OF.test(before)) return true
  if (language === 'en')
    return (OUT.test(text) && !NET_BEFORE.test(before)) || (GROSS_BEFORE.test(before) && !/net to gross/iu.test(text))
  if (says(after.slice(0, 12), words.gross, language)) return true
  if (says(after.slice(0, 12), words.net, language)) return false
  if (says(text, words.taxOut, language)) return true
  if (says(before.slice(-12), words.net, language)) return false
  return says(before.slice(-12), words.gross, language)
}

/** VAT or sales tax on a price, or the price without it. The rate is asked for: rates differ by place and goods, and change. */
export const vat = defineIntent({
  id: 'money.vat',
  slots: moneySlots,
  examples: examples('money.vat'),
  async reply(_, context, language) {
    const style = styleOf(context)
    const place = [language, style] as const
    const said = withMillions(await saidIn(context, language))
    const rates = said.percents.map(({ value }) => value)
    const amounts = said.amounts.filter((amount) => rates.length > 0 || !isRate(said, amount))
    const bareRate = rates.length === 0 ? said.amounts.find((amount) => isRate(said, amount)) : undefined
    const rate = rates[0] ?? bareRate?.amount ?? null
    const money = (value: Exact) => writeMoney(value, said.currency, style)
    const [most, least] = amounts.toSorted(byAmount)
    const problem = (most ? amountProblem(most.amount, place) : null) ?? (rate ? rateProblem(rate, place) : null)
    if (problem) return problem
    if (most && least && !rate) {
      const found = most.amount.div(least.amount).minus(1).times(100)
      return replyOf(
        [
          say(language, 'taxRate', {
            rate: writePercent(found, style, 2),
            tax: money(most.amount.minus(least.amount)),
          }),
          `${writeFigure(most.amount, style)} ÷ ${writeFigure(least.amount, style)} − 1`,
        ],
        found,
      )
    }
    if (!most || !rate) return { markdown: say(language, 'vatAsk', { example: writePercent(new Exact(19), style) }) }
    const holds = holdsTax(said, most)
    const other = inMinorUnits(holds ? withoutPercent(most.amount, rate) : percentOn(most.amount, rate), said.currency)
    const tax = holds ? most.amount.minus(other) : other.minus(most.amount)
    return replyOf(
      [
        say(language, holds ? 'withoutTax' : 'withTax', { net: money(other), gross: money(other) }),
        say(language, 'taxOf', { tax: `**${money(tax)}**`, rate: writePercent(rate, style) }),
        `${writeFigure(most.amount, style)} ${holds ? '÷' : '×'} (1 + ${writePercent(rate, style)})`,
      ],
      other,
    )
  },
})

/** “VAT 20”, where nobody wrote the sign */
const isRate = (said: Said, amount: Amount): boolean =>
  amount.isBare &&
  amount.amount.lte(30) &&
  /(?:vat|tax|gst|rate|mwst|iva|tva|btw)(?: rate| of| is| at)?:? ?$/iu.test(beside(said, amount).before)
