/** Four people on three continents: one without hours, one without a zone, one line that is nobody. */
export const PEOPLE_SAMPLE = `Ana Ruiz, ana@studio.example, Europe/Madrid, 9-17
Ben Carter, ben@studio.example, America/New_York, 8:30-17:00
Chiara Neri, Europe/Rome
Dev Patel, dev@studio.example, Asia/Kolkata, 10-19
Eve Unknown, Mars/Olympus`

/** When the others are busy: single events, a weekly one, a cancelled one, one that blocks nothing, a monthly rule. */
export const BUSY_SAMPLE = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Studio//Team//EN
BEGIN:VEVENT
UID:1@studio.example
DTSTART;TZID=Europe/Madrid:20260302T150000
DTEND;TZID=Europe/Madrid:20260302T160000
RRULE:FREQ=WEEKLY;BYDAY=MO,WE
EXDATE;TZID=Europe/Madrid:20260325T150000
SUMMARY:Editorial meeting
END:VEVENT
BEGIN:VEVENT
UID:2@studio.example
DTSTART:20260324T130000Z
DTEND:20260324T143000Z
SUMMARY:Client call
END:VEVENT
BEGIN:VEVENT
UID:3@studio.example
DTSTART:20260326T120000Z
DURATION:PT2H
SUMMARY:Photo shoot
END:VEVENT
BEGIN:VEVENT
UID:4@studio.example
DTSTART:20260327T080000Z
DTEND:20260327T180000Z
STATUS:CANCELLED
SUMMARY:Fair
END:VEVENT
BEGIN:VEVENT
UID:5@studio.example
DTSTART;VALUE=DATE:20260325
DTEND;VALUE=DATE:20260326
TRANSP:TRANSPARENT
SUMMARY:Ana’s birthday
END:VEVENT
BEGIN:VEVENT
UID:6@studio.example
DTSTART:20260105T090000Z
DTEND:20260105T100000Z
RRULE:FREQ=MONTHLY;BYDAY=4TU
SUMMARY:Board
END:VEVENT
END:VCALENDAR
`
