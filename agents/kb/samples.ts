// Solved requests of a made-up product, with the personal data and the doubles of a real export.
export const SOLVED = `Ticket,Created,Subject,Message,Name,Category,Agent,Status,Answer
K-1,2026-02-02,Password reset mail,The password reset mail does not arrive,Ole Dahl,Sign-in,Lea,solved,"Hello Ole,

Open the spam folder and look for a mail of noreply@shiftwell.example. Choose Not spam. Then choose Forgot password again on the sign-in page.

Kind regards
Lea"
K-2,2026-02-04,No reset mail,I do not get the mail for resetting my password,Rita Sousa,Sign-in,Tim,solved,"Hi Rita, check the spam folder for a mail of noreply@shiftwell.example and choose Not spam. Then request the reset again with Forgot password. Best regards, Tim"
K-3,2026-02-09,Reset password,Password reset mail missing again,Ken Mori,Sign-in,Lea,solved,"Hello Ken, your address ken@kitsune-parts.example was mistyped in the account. I corrected it. Call me at +81 3 5550 1234 if it comes again."
K-4,2026-02-10,Copy shift plan,How can I copy the shift plan of one week to the next week?,Amal Idrissi,Shifts,Tim,solved,"Hello Amal, open the week. Choose Copy week. Select the week to which it goes. Check the shifts in red, they collide with leave."
K-5,2026-02-12,Copying a week,Is there a way to copy a week of the shift plan?,Ewa Nowak,Shifts,Lea,solved,"Dear Ewa, open the week. Choose Copy week. Select the other week. Check what is red."
K-6,2026-02-16,VAT number on the invoice,Where do I enter our VAT number so that it stands on the invoice?,Jonas Keller,Billing,Tim,solved,"Open Settings, then Billing. Enter the number under Billing details. Save it: the next invoice has it."
K-7,2026-02-18,Invoice without VAT number,Our invoice has no VAT number,Sue Cole,Billing,Tim,solved,"Hello Sue, enter the VAT number under Settings, Billing, Billing details. The next invoice has it. I have corrected the invoice of the card 4111 1111 1111 1111 by hand."
K-8,2026-02-20,Time zone,The plant in Porto sees all shifts an hour late,Rita Sousa,Shifts,Lea,solved,Set the time zone of the site under Sites. All shifts move at once.
K-9,2026-02-23,Webhooks,Do you have webhooks?,Dev Patel,API,Tim,open,
K-10,2026-02-25,,,Nobody,,,solved,Thank you
`

/** Two articles, one below the other, with what makes articles bad. */
export const LIBRARY = `# Reset your password

Choose **Forgot password** on the sign-in page. Enter your address. Open the link within 60 minutes.

# Reset a password

Choose **Forgot password** on the sign-in page and enter your address. Open the link in the mail within 60 minutes.

# Overtime accounts

The calculation of overtime accounts necessitates the administrative configuration of compensatory arrangements, which organisations operating internationally customarily differentiate according to jurisdictional particularities, notwithstanding any individually negotiated contractual stipulations that supersede collective agreements. TODO: add the screenshot. The beta ends on 2025-06-30.

# Empty page

Soon.

# Copy a week

1. Open the week.
2. Choose **Copy week**.
3. Select the week to which it goes.

See [the old page]() for more.
`

export const QUESTIONS_ASKED = `Ticket,Created,Subject,Message,Status
Q-1,2026-03-02,Reset password,How do I reset my password?,solved
Q-2,2026-03-03,Webhooks,Do you send webhooks when a shift changes?,solved
Q-3,2026-03-04,Webhook signature,How are the webhooks signed?,open
Q-4,2026-03-05,Copy week,How do I copy a week?,solved
Q-5,2026-03-09,Webhooks,Which events have webhooks?,open
Q-6,2026-03-10,Sick leave,How do I enter sick leave for a colleague?,open
Q-7,2026-03-11,Leave,Can a planner enter sick leave for somebody?,solved
Q-8,2026-03-12,Password,I forgot my password and cannot sign in,solved
Q-9,2026-03-12,,,open
Q-10,2026-03-13,Holidays,Where are the public holidays of Portugal?,open
`
