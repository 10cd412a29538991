/** A small company's journal with its usual dirt: a doubled purchase, a wrong credit, a gap, an unknown receipt, a day that is none. */
export const LEDGER_SAMPLE = `Entry,Date,Account,Debit,Credit,Description
JE-0001,2026-01-31,1000 Bank,48250.40,,Opening balances
JE-0001,2026-01-31,1200 Trade receivables,12480.00,,Opening balances
JE-0001,2026-01-31,1500 Equipment,18000.00,,Opening balances
JE-0001,2026-01-31,2000 Trade payables,,9640.15,Opening balances
JE-0001,2026-01-31,2200 VAT payable,,3120.25,Opening balances
JE-0001,2026-01-31,3000 Share capital,,25000.00,Opening balances
JE-0001,2026-01-31,3100 Retained earnings,,40970.00,Opening balances
JE-0002,2026-02-02,6100 Rent,2400.00,,"Office rent February, Harbour Estates"
JE-0002,2026-02-02,1000 Bank,,2400.00,"Office rent February, Harbour Estates"
JE-0003,2026-02-03,1200 Trade receivables,5950.00,,Invoice 2026-014 Northwind Ltd
JE-0003,2026-02-03,4000 Sales,,5000.00,Invoice 2026-014 Northwind Ltd
JE-0003,2026-02-03,2200 VAT payable,,950.00,Invoice 2026-014 Northwind Ltd
JE-0004,2026-02-05,1000 Bank,4760.00,,Receipt Northwind invoice 2026-009
JE-0004,2026-02-05,1200 Trade receivables,,4760.00,Receipt Northwind invoice 2026-009
JE-0005,2026-02-06,6200 Office supplies,186.45,,"Paper and toner, Stationers & Sons"
JE-0005,2026-02-06,1000 Bank,,186.45,"Paper and toner, Stationers & Sons"
JE-0006,2026-02-06,6200 Office supplies,186.45,,"Paper and toner, Stationers & Sons"
JE-0006,2026-02-06,1000 Bank,,186.45,"Paper and toner, Stationers & Sons"
JE-0007,2026-02-09,1200 Trade receivables,3570.00,,Invoice 2026-015 Blue Lagoon GmbH
JE-0007,2026-02-09,4000 Sales,,3000.00,Invoice 2026-015 Blue Lagoon GmbH
JE-0007,2026-02-09,2200 VAT payable,,570.00,Invoice 2026-015 Blue Lagoon GmbH
JE-0008,2026-02-10,6900 Bank charges,24.90,,Bank charges
JE-0008,2026-02-10,1000 Bank,,24.90,Bank charges
JE-0009,2026-02-12,6500 Professional fees,4900.00,,"Consulting, Bright Minds"
JE-0009,2026-02-12,2000 Trade payables,,4900.00,"Consulting, Bright Minds"
JE-0011,2026-02-14,6800 Travel,1240.00,,
JE-0011,2026-02-14,1000 Bank,,1240.00,
JE-0012,2026-02-16,2200 VAT payable,3120.25,,VAT payment January
JE-0012,2026-02-16,1000 Bank,,3120.25,VAT payment January
JE-0013,2026-02-18,1000 Bank,850.00,,"Payment received, payer unknown"
JE-0013,2026-02-18,9999 Suspense,,850.00,"Payment received, payer unknown"
JE-0014,2026-02-20,2000 Trade payables,2380.00,,Supplier payment Bright Minds
JE-0014,2026-02-20,1000 Bank,,2830.00,Supplier payment Bright Minds
JE-0015,2026-02-25,6000 Salaries,9000.00,,Salaries February
JE-0015,2026-02-25,1000 Bank,,6120.00,Salaries February
JE-0015,2026-02-25,2300 Payroll taxes payable,,2880.00,Salaries February
JE-0016,2026-02-27,6700 Depreciation,300.00,,Depreciation February
JE-0016,2026-02-27,1500 Equipment,,300.00,Depreciation February
JE-0017,2026-03-02,6100 Rent,2400.00,,"Office rent March, Harbour Estates"
JE-0017,2026-03-02,1000 Bank,,2400.00,"Office rent March, Harbour Estates"
JE-0018,31 Feb 2026,6200 Office supplies,45.00,,Coffee
`

/** The bank's side of the same February. */
export const STATEMENT_SAMPLE = `Date,Description,Amount,Balance
2026-02-02,HARBOUR ESTATES RENT,-2400.00,13850.40
2026-02-05,NORTHWIND LTD INV 2026-009,4760.00,18610.40
2026-02-09,STATIONERS & SONS,-186.45,18423.95
2026-02-10,MONTHLY FEE,-24.90,18399.05
2026-02-16,TRAVEL AGENCY OSTSEE,-1240.00,17159.05
2026-02-16,TAX OFFICE VAT 01/26,-3120.25,14038.80
2026-02-18,UNKNOWN SENDER REF 8831,850.00,14888.80
2026-02-23,BRIGHT MINDS,-2380.00,12508.80
2026-02-25,PAYROLL RUN 02,-6120.00,6388.80
2026-02-26,INTEREST,3.12,6391.92
2026-02-27,CARD TERMINAL FEE,-18.60,6373.32
2026-02-30,CORRECTION,1.00,
`

/** The books' side: a payment with two digits exchanged, one booked twice, a deposit on its way. */
export const BOOKS_SAMPLE = `Date,Text,Amount
2026-02-02,"Office rent, Harbour Estates",-2400.00
2026-02-04,Receipt Northwind 2026-009,4760.00
2026-02-06,Stationers & Sons,-186.45
2026-02-06,Stationers & Sons,-186.45
2026-02-10,Bank charges,-24.90
2026-02-14,Travel,-1240.00
2026-02-16,VAT January,-3120.25
2026-02-18,Payer unknown,850.00
2026-02-20,Bright Minds,-2830.00
2026-02-25,Salaries February,-6120.00
2026-02-27,Deposit of cash sales,1200.00
`
