/** What a small agency owes and is owed, some of it overdue, one row without a day and one without a direction. */
export const OPEN_ITEMS_SAMPLE = `Type,Counterparty,Due date,Amount,Note
Receivable,Northwind Ltd,2026-03-09,5950.00,overdue
Receivable,Blue Lagoon GmbH,2026-03-23,3570.00,
Receivable,City Museum,2026-04-07,"12,400.00",milestone 2
Receivable,Harbour Cafe,2026-03-02,480.00,overdue
Receivable,Northwind Ltd,2026-04-20,5950.00,
Receivable,City Museum,2026-05-29,"12,400.00",milestone 3
Payable,Harbour Estates,2026-04-01,2400.00,rent
Payable,Harbour Estates,2026-05-01,2400.00,rent
Payable,Harbour Estates,2026-06-01,2400.00,rent
Payable,Payroll,2026-03-27,9000.00,
Payable,Payroll,2026-04-28,9000.00,
Payable,Payroll,2026-05-28,9000.00,
Payable,Tax office,2026-04-10,6480.00,VAT first quarter
Payable,Bright Minds,2026-03-18,4900.00,
Payable,Cloud & Co,2026-03-31,389.00,
Payable,Cloud & Co,2026-04-30,389.00,
Payable,Insurance,2026-05-15,1120.00,yearly
Receivable,Blue Lagoon GmbH,sometime in April,1500.00,
Perhaps,Grant office,2026-05-04,8000.00,not decided
Receivable,Old Mill,2026-07-30,2200.00,beyond the quarter
`

/** Invoices with the usual dirt: one twice, one without a day, part payments, a credit note, customers without an address. */
export const INVOICES_SAMPLE = `Invoice,Customer,Email,Invoice date,Due date,Amount,Paid
2026-018,Northwind Ltd,ap@northwind.example,2026-03-02,2026-04-01,5950.00,
2026-015,Blue Lagoon GmbH,buchhaltung@bluelagoon.example,2026-02-09,2026-03-11,3570.00,
2026-014,Northwind Ltd,ap@northwind.example,2026-02-03,2026-03-05,5950.00,2000.00
2026-011,City Museum,finance@citymuseum.example,2026-01-28,2026-02-27,12400.00,
2026-011,City Museum,finance@citymuseum.example,2026-01-28,2026-02-27,12400.00,
2026-006,Harbour Cafe,,2026-01-12,2026-01-26,480.00,
2025-131,Old Mill,office@oldmill.example,2025-12-15,2026-01-14,2200.00,500.00
2025-117,Green Grocers,hello@greengrocers,2025-11-20,2025-12-20,1860.00,
2025-098,Sunset Tours,accounts@sunset.example,2025-10-02,2025-11-01,3150.00,
2026-016,Bright Minds,billing@brightminds.example,2026-02-16,2026-03-18,760.00,
2026-009,Northwind Ltd,ap@northwind.example,2026-01-20,2026-02-19,4760.00,4760.00
2026-017,Old Mill,office@oldmill.example,2026-02-24,2026-03-26,-200.00,
2026-019,Museum Shop,shop@citymuseum.example,2026-03-05,,640.00,
2026-020,,,2026-03-06,2026-04-05,99.00,
`
