/** A small household's files, by their paths. */
export const sampleFiles: readonly { path: string; name: string; text: string }[] = [
  {
    path: 'Welcome',
    name: 'Read me first.md',
    text: `# Your files

Drop files or whole folders anywhere on this page. A large upload goes on where it stopped, even after a restart.

- A file uploaded again under its name becomes a new version; the old ones stay.
- What you delete lies in the trash until you empty it.
- A share link opens one file or folder for whoever has it, with a password and an end if you like.
- The search looks into the text of your documents too: try "deposit".
`,
  },
  {
    path: 'Welcome/Home',
    name: 'Rental agreement notes.txt',
    text: `Flat: 3 rooms, Lindenstraße 12, second floor
Rent: 1,180.00 a month, due on the 3rd working day
Deposit: three months' rent, on an account of its own, returned six months after moving out
Notice: three months to the end of a month
Boiler: serviced every October, keep the report
`,
  },
  {
    path: 'Welcome/Home',
    name: 'Meter readings.csv',
    text: `date,electricity kWh,water m3,gas m3
2026-01-31,14210,311.4,2204
2026-02-28,14455,316.0,2391
2026-03-31,14671,320.7,2502
2026-04-30,14852,325.1,2561
`,
  },
  {
    path: 'Welcome/Travel',
    name: 'Packing list.md',
    text: `# Mountains, four days

- Passport and insurance card
- Rain jacket, warm layer, two pairs of socks
- Map, head torch, first-aid kit
- Charger and a power bank
`,
  },
  {
    path: 'Welcome/Travel',
    name: 'Route.svg',
    text: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 160" role="img" aria-label="A route over two passes">
<rect width="320" height="160" fill="#eef1ea"/>
<path d="M0 140 60 70 100 105 160 35 215 95 260 60 320 130V160H0Z" fill="#9db39a"/>
<path d="M12 136 62 84 102 112 160 52 214 104 258 74 308 126" fill="none" stroke="#b3472b" stroke-width="4" stroke-dasharray="9 6" stroke-linecap="round"/>
</svg>
`,
  },
]
