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

/** Four months of a small company’s account; in the last one a customer is missing and two costs have grown. */
export const PAYMENTS_SAMPLE = `Date,Payee,Category,Amount
2025-11-01,Harbour Estates,Rent,-2400.00
2025-11-03,Northwind Ltd,Sales,5713.78
2025-11-05,City Museum,Sales,5893.72
2025-11-06,Stationers & Sons,Office,-180.86
2025-11-09,Cloud & Co,Software,-381.10
2025-11-10,Bright Minds,Freelancers,-1996.26
2025-11-12,Blue Lagoon GmbH,Sales,3532.16
2025-11-14,Rail,Travel,-235.13
2025-11-18,Telekom,Phone & internet,-89.90
2025-11-21,Old Mill,Sales,1067.00
2025-11-25,Payroll,Salaries,-9000.00
2025-11-26,Bank,Charges,-24.90
2025-12-01,Harbour Estates,Rent,-2400.00
2025-12-03,Northwind Ltd,Sales,6008.31
2025-12-05,City Museum,Sales,6197.52
2025-12-06,Stationers & Sons,Office,-190.18
2025-12-09,Cloud & Co,Software,-400.75
2025-12-10,Bright Minds,Freelancers,-2099.16
2025-12-12,Blue Lagoon GmbH,Sales,3714.23
2025-12-14,Rail,Travel,-247.25
2025-12-18,Telekom,Phone & internet,-89.90
2025-12-21,Old Mill,Sales,1122.00
2025-12-25,Payroll,Salaries,-9000.00
2025-12-26,Bank,Charges,-24.90
2026-01-01,Harbour Estates,Rent,-2400.00
2026-01-03,Northwind Ltd,Sales,5831.60
2026-01-05,City Museum,Sales,6015.24
2026-01-06,Stationers & Sons,Office,-184.59
2026-01-09,Cloud & Co,Software,-388.96
2026-01-10,Bright Minds,Freelancers,-2037.42
2026-01-12,Blue Lagoon GmbH,Sales,3604.99
2026-01-14,Rail,Travel,-239.98
2026-01-18,Telekom,Phone & internet,-89.90
2026-01-21,Old Mill,Sales,1089.00
2026-01-25,Payroll,Salaries,-9000.00
2026-01-26,Bank,Charges,-24.90
2026-02-01,Harbour Estates,Rent,-2400.00
2026-02-03,Northwind Ltd,Sales,5890.50
2026-02-05,City Museum,Sales,6076.00
2026-02-06,Stationers & Sons,Office,-186.45
2026-02-09,Cloud & Co,Software,-392.89
2026-02-10,Bright Minds,Freelancers,-4900.00
2026-02-12,Blue Lagoon GmbH,Sales,3641.40
2026-02-14,Rail,Travel,-1240.00
2026-02-18,Telekom,Phone & internet,-89.90
2026-02-25,Payroll,Salaries,-9000.00
2026-02-26,Bank,Charges,-24.90
2026-02-19,Cash machine,,-200.00
2026-02-31,Odd one,Office,-12.00
`
