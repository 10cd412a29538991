/** A month of deliveries: late ones, short ones, some still open, causes worded as people do, rows that cannot be read. */
export const LOG_SAMPLE = `Item,Owner,Planned,Actual,Ordered,Received,Cause,Cost
PO-101 Cartons,Boxmakers,2026-02-02,2026-02-02,500,500,,
PO-102 Labels,Printhaus,2026-02-03,2026-02-06,2000,2000,Printer broke down,120
PO-103 Oak boards,Forest & Sons,2026-02-05,2026-02-13,80,80,Weather,340
PO-104 Screws,Ironmonger,2026-02-06,2026-02-06,10000,10000,,
PO-105 Varnish,Colour Lab,2026-02-09,2026-02-11,40,36,Short at supplier,85
PO-106 Oak boards,Forest & Sons,2026-02-12,2026-02-20,80,80,Weather,310
PO-107 Cartons,Boxmakers,2026-02-13,2026-02-12,500,500,,
PO-108 Labels,Printhaus,2026-02-16,2026-02-19,2000,2000,Printer broke down,90
PO-109 Hinges,Ironmonger,2026-02-17,2026-02-17,400,380,Short at supplier,40
PO-110 Glue,Colour Lab,2026-02-18,2026-02-18,60,60,,
PO-111 Oak boards,Forest & Sons,2026-02-23,2026-03-04,80,80,weather,280
PO-112 Foil,Boxmakers,2026-02-24,2026-02-24,30,30,,
PO-113 Labels,Printhaus,2026-02-26,2026-03-03,2000,2000,,60
PO-114 Varnish,Colour Lab,2026-03-02,,40,,Customs,
PO-115 Screws,Ironmonger,2026-03-05,2026-03-05,10000,10000,,
PO-116 Oak boards,Forest & Sons,2026-03-09,,80,,Weather,
PO-117 Cartons,Boxmakers,2026-03-12,2026-03-11,500,500,,
PO-118 Glue,Colour Lab,2026-03-20,,60,,,
PO-119 Hinges,Ironmonger,soon,2026-03-10,400,400,,
PO-120 Foil,Boxmakers,2026-03-10,delivered,30,30,,
,Ironmonger,2026-03-11,2026-03-11,1,1,,
`
