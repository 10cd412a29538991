import { TableOptions } from '@atrium/contract/table-import'
import { z } from 'zod'
import { importOptions, Sign } from './inputs.ts'

/** What comes in. */
export const imports = {
  statement: {
    summary: 'Bank statement: OFX, QFX, QIF, CAMT.053, MT940',
    accepts: ['.ofx', '.qfx', '.qif', '.xml', '.camt', '.sta', '.mt940', '.940', '.txt'],
    options: z.object(importOptions),
  },
  table: {
    summary: 'Table: CSV or XLSX of any bank',
    accepts: ['.csv', '.tsv', '.txt', '.xlsx'],
    options: TableOptions.extend({
      account: importOptions.account,
      currency: importOptions.currency,
      sign: Sign.optional(),
    }),
  },
  budget: {
    summary: 'A whole budget: export of YNAB, backup of Actual',
    accepts: ['.zip'],
    options: z.object({ currency: importOptions.currency }),
  },
} as const

/** What goes out. */
export const exports = {
  csv: {
    summary: 'Transactions as CSV',
    extension: '.csv',
    mime: 'text/csv',
    options: z.object({ account: z.string().optional() }),
  },
  qif: {
    summary: 'Transactions as QIF',
    extension: '.qif',
    mime: 'application/qif',
    options: z.object({ account: z.string().optional() }),
  },
} as const
