export const HISTORY = `Ticket,Created,First response,Solved,Priority,Status,Category,Agent,Subject
H-1,2026-02-23 08:00,2026-02-23 08:40,2026-02-23 12:00,urgent,solved,Sign-in,Lea,Cannot log in
H-2,2026-02-23 09:10,2026-02-23 15:10,2026-02-25 09:00,normal,solved,Billing,Lea,Invoice copy
H-3,2026-02-24 10:00,2026-02-24 12:30,2026-02-24 18:00,high,solved,Import,Tim,CSV import fails
H-4,2026-02-25 11:00,2026-02-26 16:00,2026-03-02 10:00,normal,solved,Billing,Tim,VAT number
H-5,2026-02-26 07:30,2026-02-26 09:30,2026-02-26 20:30,urgent,solved,Sign-in,Lea,All users locked out
H-6,2026-02-27 14:00,2026-02-28 10:00,2026-03-03 14:00,low,solved,Wishes,Tim,Dark mode
H-7,2026-03-02 08:00,2026-03-02 10:00,2026-03-03 08:00,normal,solved,Shifts,Lea,Copy a week
H-8,2026-03-03 09:00,2026-03-03 12:00,,high,open,Import,Tim,Employees imported twice
H-9,2026-03-04 10:00,2026-03-04 21:00,2026-03-06 10:00,normal,solved,Billing,Tim,Card change
H-10,2026-03-05 13:00,,,normal,open,Shifts,,Swap does not confirm
H-11,2026-03-09 08:30,2026-03-09 09:00,2026-03-09 11:00,urgent,solved,Sign-in,Lea,SSO broken
H-12,2026-03-10 10:00,2026-03-10 13:00,2026-03-12 10:00,normal,solved,Calendar,Lea,Outlook subscription
H-13,2026-03-11 15:00,2026-03-11 14:00,2026-03-12 10:00,normal,solved,Calendar,Tim,Wrong time zone
H-14,2026-03-12 09:00,2026-03-13 11:00,,normal,open,Billing,Tim,Refund
H-15,2026-03-13 16:00,,,urgent,open,Sign-in,,Plant cannot log in
H-16,2026-03-15 20:00,,,low,open,Wishes,,Colours for teams
H-17,someday,,,normal,open,Shifts,,Old request
H-18,2026-03-16 07:00,2026-03-16 07:20,,high,open,Import,Lea,Import preview empty
`
