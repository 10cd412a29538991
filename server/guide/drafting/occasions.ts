/** Steps and items for occasions that people plan, in their order. Found by words in the request. */
export interface Occasion {
  asked: RegExp
  steps: readonly string[]
  items: readonly string[]
}

export const occasions: readonly Occasion[] = [
  {
    asked: /\b(?:trip|travel\w*|holiday|vacation|journey|packing|pack|flight|tour)\b/iu,
    steps: [
      'Fix dates, companions and budget',
      'Book the journey and the beds',
      'Check passport, visa and insurance',
      'Choose what to see, and book what sells out',
      'Pack, check in, hand over the keys',
    ],
    items: [
      'Passport or ID, and copies of it',
      'Tickets and bookings, also offline',
      'Money, cards and insurance papers',
      'Medicine and a small first-aid kit',
      'Clothes for the weather there',
      'Comfortable shoes',
      'Toiletries',
      'Phone, charger and adapter',
      'Water bottle and something to read',
      'At home: windows, heating, plants, bins',
    ],
  },
  {
    asked: /\b(?:mov(?:e|ing) (?:house|home|flat|apartment|out|in|to)|house move|relocat\w*|moving)\b/iu,
    steps: [
      'Give notice and fix the moving day',
      'Get quotes and book the van or movers',
      'Sort out, sell and give away',
      'Register addresses, power and internet',
      'Pack by room, label, hand over the old home',
    ],
    items: [
      'Give notice on the old lease',
      'Book movers or a van, and reserve parking',
      'Order boxes and tape',
      'Redirect post and change addresses (bank, insurance, employer, doctor)',
      'Close and open power, water and internet',
      'Read the meters, with photographs',
      'Pack a first-night box',
      'Photograph both homes empty',
      'Hand over all keys',
    ],
  },
  {
    asked: /\b(?:party|wedding|birthday|event|conference|celebration|dinner|ceremony|workshop|meetup|reception)\b/iu,
    steps: [
      'Fix purpose, date, number of guests and budget',
      'Book the place',
      'Invite, and collect answers',
      'Order food, drinks and equipment',
      'Confirm everybody, walk through the day',
      'Run it, thank people, settle the bills',
    ],
    items: [
      'Date, time and place fixed',
      'Guest list and invitations',
      'Answers collected, with diets',
      'Food and drinks ordered',
      'Seats, tables, sound and light',
      'Programme and who does what',
      'Route, parking and access described',
      'Plan for bad weather or a no-show',
      'Cleaning up arranged',
      'Thank-you notes',
    ],
  },
  {
    asked:
      /\b(?:launch\w*|release|go[- ]?live|product|website|app|shop|store|start-?up|business|side (?:hustle|project))\b/iu,
    steps: [
      'Say who it is for and what it must do for them',
      'Talk to five of them',
      'Build the smallest version that helps',
      'Try it with a few, measure, repair',
      'Launch, tell people, watch the numbers',
      'Review after two weeks: go on, change or stop',
    ],
    items: [
      'One sentence: for whom, and what it does',
      'Price and terms decided',
      'Tested by somebody who did not make it',
      'Payment, mail and links tried end to end',
      'Legal pages and privacy notice',
      'Backups and a way back',
      'Numbers to watch, and where to see them',
      'Announcement texts written',
      'Somebody answers questions on the day',
      'Review date in the calendar',
    ],
  },
  {
    asked: /\b(?:stud(?:y|ying)|exam|learn\w*|course|revision|revise|test|thesis|dissertation)\b/iu,
    steps: [
      'List what must be known, and test what already is',
      'Divide it over the days, hardest first',
      'Learn in short sessions, recalling without the book',
      'Practise with past questions under time',
      'Repeat the weak spots, rest the day before',
    ],
    items: [
      'List of topics from the syllabus',
      'Past papers collected',
      'Timetable with a rest day each week',
      'Flashcards for facts',
      'Questions for the teacher',
      'Place and time of the exam checked',
      'Allowed aids and ID ready',
      'Sleep planned for the night before',
    ],
  },
  {
    asked: /\b(?:hir(?:e|ing)|recruit\w*|onboard\w*|new (?:hire|employee|colleague|starter)|first day)\b/iu,
    steps: [
      'Write down the work and what success looks like',
      'Agree budget, process and who decides',
      'Publish, collect, choose for interviews',
      'Interview with the same questions for all',
      'Offer, contract, and a plan for the first 30 days',
    ],
    items: [
      'Contract signed and filed',
      'Desk, computer and accounts ready',
      'Access and keys, with the least that is needed',
      'Welcome message to the team',
      'Somebody to ask in the first weeks',
      'First task, small and real',
      'Goals for 30, 60 and 90 days',
      'Policies read, with time for questions',
      'Review after the first week',
    ],
  },
  {
    asked: /\b(?:interview)\b/iu,
    steps: [
      'Read the advertisement and mark each requirement',
      'Find a story of yours for each',
      'Research the organisation and the people',
      'Practise aloud, with a timer',
      'Prepare your own questions, and the way there',
    ],
    items: [
      'Advertisement and your application, printed',
      'A story for each requirement: situation, task, action, result',
      'Three questions of your own',
      'Names and roles of the interviewers',
      'Salary range decided',
      'Clothes ready, route or link tested',
      'Water, paper and a pen',
      'Thank-you note afterwards',
    ],
  },
  {
    asked: /\b(?:clean\w*|house ?work|spring|tidy\w*|declutter\w*)\b/iu,
    steps: [
      'Walk through and write down what bothers',
      'Clear out before cleaning',
      'Work room by room, top to bottom',
      'Do the forgotten places',
      'Put a small routine in the calendar',
    ],
    items: [
      'Clear surfaces, sort out and give away',
      'Dust from top to bottom',
      'Windows and mirrors',
      'Kitchen: fridge, oven, drains',
      'Bathroom: limescale, silicone, towels',
      'Floors, and under the furniture',
      'Bedding and curtains',
      'Filters, smoke alarms, bins',
    ],
  },
  {
    asked: /\b(?:marketing|campaign|content|social media|newsletter|advertis\w*|seo)\b/iu,
    steps: [
      'Choose one audience and one aim with a number',
      'Collect what they ask and where they are',
      'Write the message and the offer',
      'Make and schedule the pieces',
      'Publish, measure weekly, stop what does not work',
    ],
    items: [
      'Audience in one sentence',
      'Aim with a number and a date',
      'Message and proof',
      'Channels, two at most',
      'Calendar with owners',
      'Pictures and texts approved',
      'Links tagged and tested',
      'Budget cap set',
      'Report date',
    ],
  },
]

export const general: Occasion = {
  asked: /./u,
  steps: [
    'Say what done looks like, and how it is measured',
    'Collect what is known, and who must agree',
    'Do the riskiest part first',
    'Do the rest in small pieces',
    'Check it against the aim, hand over, write down what was learned',
  ],
  items: [
    'What done looks like, in one sentence',
    'Who is responsible, and who must be told',
    'Date, and what depends on it',
    'Material, access and money in place',
    'The riskiest part tried first',
    'Somebody else has checked it',
    'Way back if it fails',
    'Result written down and passed on',
  ],
}

export const occasionOf = (text: string): Occasion => occasions.find(({ asked }) => asked.test(text)) ?? general
