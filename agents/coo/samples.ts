/** Twelve weeks of a small shop: one measure that fell, one that cannot meet its target, one that only varies, one too short. */
export const MEASURES_SAMPLE = `Date,Measure,Value,Target,Direction,Owner,Unit
2025-12-22,Orders shipped on time,96,95,up,Mara,%
2025-12-29,Orders shipped on time,94,95,up,Mara,%
2026-01-05,Orders shipped on time,97,95,up,Mara,%
2026-01-12,Orders shipped on time,95,95,up,Mara,%
2026-01-19,Orders shipped on time,96,95,up,Mara,%
2026-01-26,Orders shipped on time,94,95,up,Mara,%
2026-02-02,Orders shipped on time,95,95,up,Mara,%
2026-02-09,Orders shipped on time,97,95,up,Mara,%
2026-02-16,Orders shipped on time,96,95,up,Mara,%
2026-02-23,Orders shipped on time,95,95,up,Mara,%
2026-03-02,Orders shipped on time,88,95,up,Mara,%
2026-03-09,Orders shipped on time,87,95,up,Mara,%
2025-12-22,Returns,14,10,down,Ivo,orders
2025-12-29,Returns,12,10,down,Ivo,orders
2026-01-05,Returns,15,10,down,Ivo,orders
2026-01-12,Returns,13,10,down,Ivo,orders
2026-01-19,Returns,16,10,down,Ivo,orders
2026-01-26,Returns,12,10,down,Ivo,orders
2026-02-02,Returns,14,10,down,Ivo,orders
2026-02-09,Returns,13,10,down,Ivo,orders
2026-02-16,Returns,15,10,down,Ivo,orders
2026-02-23,Returns,14,10,down,Ivo,orders
2026-03-02,Returns,13,10,down,Ivo,orders
2026-03-09,Returns,12,10,down,Ivo,orders
2025-12-22,First reply time,5.1,6,down,Lena,hours
2025-12-29,First reply time,4.8,6,down,Lena,hours
2026-01-05,First reply time,5.3,6,down,Lena,hours
2026-01-12,First reply time,5.0,6,down,Lena,hours
2026-01-19,First reply time,4.9,6,down,Lena,hours
2026-01-26,First reply time,5.2,6,down,Lena,hours
2026-02-02,First reply time,4.7,6,down,Lena,hours
2026-02-09,First reply time,5.1,6,down,Lena,hours
2026-02-16,First reply time,5.0,6,down,Lena,hours
2026-02-23,First reply time,4.8,6,down,Lena,hours
2026-03-02,First reply time,5.2,6,down,Lena,hours
2026-03-09,First reply time,4.9,6,down,Lena,hours
2025-12-22,Scrap,2.1,2,down,,%
2025-12-29,Scrap,2.4,2,down,,%
2026-01-05,Scrap,2.0,2,down,,%
2026-01-12,Scrap,2.3,2,down,,%
2026-01-19,Scrap,2.2,2,down,,%
2026-03-02,Returns,n/a,10,down,Ivo,orders
last week,Scrap,2.4,2,down,,%
`

/** Three processes of the same shop with the usual gaps: no owner, two owners, nobody to stand in, rework. */
export const STEPS_SAMPLE = `Process,Step,Owner,Done by,Backup,Minutes,Wait hours,Per month,Error %
Order to cash,Take the order,Mara,Ivo,Lena,12,0,180,4
Order to cash,Check credit,Mara,Mara,,15,20,180,1
Order to cash,Pick and pack,Ivo,Ivo,Tom,25,4,180,6
Order to cash,Ship,Ivo,Tom,Ivo,10,6,180,2
Order to cash,Invoice,Mara,Mara,,8,24,180,3
Order to cash,Chase payment,,Mara,,10,72,40,
Returns,Receive the parcel,Ivo,Tom,Tom,6,0,14,0
Returns,Inspect,Ivo / Lena,Ivo,,15,48,14,12
Returns,Refund,Mara,Mara,,6,24,14,5
Hiring,Write the posting,Lena,Lena,Mara,90,0,1,0
Hiring,Screen applications,Lena,Lena,,,24,1,0
Hiring,Interview,Lena,Lena,Mara,240,96,1,0
,Water the plants,Tom,Tom,,5,0,8,0
`
